import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { IslandHost } from '../../views/island.js';
import type { IslandWords } from './island-words.js';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'is-land': React.HTMLAttributes<HTMLElement> & Record<`data-${string}`, string>;
    }
  }
}

/**
 * A host for the islands of one page. Each island is rendered by a nested `renderToString` with a prefix of its own:
 * children rendered inline would get other `useId` values than the browser's separate roots (design, "An island").
 *
 * A page says nothing twice: props that are the same in a whole edition are named by their address, and those that the
 * HTML of the island says are read from there (P43).
 *
 * @param sources gives the files of an island by its name: hydrator first, island last.
 * @param wordsOf gives what an island says the same on every page.
 */
export function createIslandHost(
  sources: (name: string) => readonly string[],
  wordsOf: (name: string) => IslandWords | null,
): IslandHost {
  let count = 0;
  return {
    place(options, view, props): ReactNode {
      count += 1;
      const identifierPrefix = `i${count}`;
      const words = wordsOf(options.name);
      const elsewhere = new Set([...(words?.names ?? []), ...Object.keys(options.fromHtml ?? {})]);
      const own = Object.fromEntries(Object.entries(props).filter(([name]) => !elsewhere.has(name)));
      const html = renderToString(createElement(view, props), { identifierPrefix });
      return (
        <is-land
          data-island={options.name}
          data-src={sources(options.name)
            .toSpliced(-1, 0, ...(words ? [words.address] : []))
            .join(' ')}
          data-when={options.when}
          data-prefix={identifierPrefix}
          data-state="waiting"
          data-props={JSON.stringify(own)}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output, on the server only.
          dangerouslySetInnerHTML={{ __html: html }}
        />
      );
    },
  };
}
