import { Component, type ComponentType, createElement, type ReactNode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { IslandIdProvider } from '../views/island.js';
import { emptyPickers } from '../views/kept-vehicle.js';

interface IslandComponent {
  islandView?: ComponentType<object>;
  islandFromHtml?: Readonly<Record<string, (element: Element) => unknown>>;
}

/** Returns the texts of the edition if the island names them in a file; null if they could not be loaded. */
async function textsOf({ src = '' }: DOMStringMap, response: Response | undefined): Promise<object | null> {
  if (!src.includes('.json')) return {};
  return response?.ok ? response.json().catch(() => null) : null;
}

/**
 * Returns the props of an island. Those that the page carries take precedence over those read from its HTML, and these
 * over the texts.
 */
function propsOf(element: HTMLElement, texts: object, { islandFromHtml = {} }: IslandComponent): object {
  const own = JSON.parse(element.dataset.props ?? '{}');
  const read = Object.entries(islandFromHtml).map(([name, from]) => [name, from(element)]);
  return { ...texts, ...Object.fromEntries(read), ...own };
}

/** Marks the island as ready once React has committed it. `hydrateRoot` itself returns earlier. */
function Ready({ onReady, children }: { onReady: () => void; children: ReactNode }) {
  useEffect(onReady, [onReady]);
  return children;
}

/** Calls `onCrash` after React has removed the crashed island. */
class Crash extends Component<{ onCrash: (error: unknown) => void; children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };
  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }
  override componentDidCatch(error: unknown): void {
    this.props.onCrash(error);
  }
  override render(): ReactNode {
    return this.state.crashed ? null : this.props.children;
  }
}

/**
 * Hydrates one island with the props in its HTML. After a crash it restores the server's HTML, which works as plain
 * form or link. It uses `replaceChildren`, because Trusted Types forbid innerHTML. Without its texts the island waits
 * for the next touch.
 *
 * @param loaded the files of the page and the island, in their order; undefined for one that failed to load
 * @returns when the island is ready, or waits
 * @throws the error with which the island crashes before it is ready
 */
export async function hydrate(element: HTMLElement, loaded: readonly unknown[]): Promise<void> {
  const [fetched, module] = loaded.slice(-2) as [Response | undefined, object];
  const component = (Object.values(module) as IslandComponent[]).find((value) => value?.islandView);
  if (!component?.islandView) throw new Error(`no island in the module of ${element.dataset.island}`);
  const texts = await textsOf(element.dataset, fetched);
  if (!texts) {
    element.dataset.state = 'waiting';
    return;
  }
  const view = createElement(component.islandView, propsOf(element, texts, component));
  // React expects the HTML as the server sent it.
  emptyPickers(element);
  const original = [...element.childNodes].map((node) => node.cloneNode(true));
  await new Promise<void>((resolve, reject) => {
    const becomeReady = (): void => {
      element.dataset.state = 'ready';
      resolve();
    };
    const restore = (error: unknown): void => {
      queueMicrotask(() => {
        root.unmount();
        element.replaceChildren(...original);
        element.dataset.state = 'failed';
        reject(error);
      });
    };
    const root = hydrateRoot(
      element,
      <Crash onCrash={restore}>
        <Ready onReady={becomeReady}>
          <IslandIdProvider value={element.dataset.prefix ?? element.dataset.island ?? ''}>{view}</IslandIdProvider>
        </Ready>
      </Crash>,
      {
        // Reports an error after hydration like any other error of the page; an error during hydration rejects.
        onCaughtError: (error) => element.dataset.state === 'ready' && reportError(error),
        onRecoverableError: (error) =>
          element.dispatchEvent(new CustomEvent('island-mismatch', { bubbles: true, detail: String(error) })),
      },
    );
  });
}
