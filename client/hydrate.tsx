import { Component, type ComponentType, createElement, type ReactNode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { IslandIdProvider } from '../views/island.js';
import { emptyPickers } from '../views/kept-vehicle.js';

interface IslandComponent {
  islandView?: ComponentType<object>;
  islandFromHtml?: Readonly<Record<string, (element: Element) => unknown>>;
}

/** The texts of the edition, where the page names them instead of carrying them; null where they have not come. */
async function textsOf({ src = '' }: DOMStringMap, response: Response | undefined): Promise<object | null> {
  if (!src.includes('.json')) return {};
  return response?.ok ? response.json().catch(() => null) : null;
}

/** All props of an island: the texts of its edition, what its HTML says, and first of all what its page carries. */
function propsOf(element: HTMLElement, texts: object, { islandFromHtml = {} }: IslandComponent): object {
  const own = JSON.parse(element.dataset.props ?? '{}');
  const read = Object.entries(islandFromHtml).map(([name, from]) => [name, from(element)]);
  return { ...texts, ...Object.fromEntries(read), ...own };
}

/** Marks the island as ready once React has committed it: `hydrateRoot` itself returns before that. */
function Ready({ onReady, children }: { onReady: () => void; children: ReactNode }) {
  useEffect(onReady, [onReady]);
  return children;
}

/** Tells the page that the island has crashed, after React has removed it. */
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
 * Hydrates one island with the props its HTML carries. A crash gives the visitor the server's HTML back, which works
 * as plain form or link; `replaceChildren` is used because innerHTML is closed under Trusted Types. Without its texts
 * the island waits for the next touch.
 *
 * @param loaded all that it and the page name, in their order; what could not be fetched is undefined
 * @returns when the island is ready, or waits
 * @throws what it has crashed of before it was ready
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
  // React finds the island as the server sent it.
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
        // As any other error of the page, so that it is reported and counted; one of the first rendering rejects.
        onCaughtError: (error) => element.dataset.state === 'ready' && reportError(error),
        onRecoverableError: (error) =>
          element.dispatchEvent(new CustomEvent('island-mismatch', { bubbles: true, detail: String(error) })),
      },
    );
  });
}
