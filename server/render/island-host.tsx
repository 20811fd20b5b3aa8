import { type ComponentType, createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { IslandHost, IslandOptions } from '../../views/island.js';

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
 * @param sources gives the files of an island by its name: hydrator first, island last.
 */
export function createIslandHost(sources: (name: string) => readonly string[]): IslandHost {
  let count = 0;
  return {
    place(options: IslandOptions, view: ComponentType<object>, props: object): ReactNode {
      count += 1;
      const identifierPrefix = `i${count}`;
      const html = renderToString(createElement(view, props), { identifierPrefix });
      return (
        <is-land
          data-island={options.name}
          data-src={sources(options.name).join(' ')}
          data-when={options.when}
          data-prefix={identifierPrefix}
          data-state="waiting"
          data-props={JSON.stringify(props)}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output, on the server only.
          dangerouslySetInnerHTML={{ __html: html }}
        />
      );
    },
  };
}
