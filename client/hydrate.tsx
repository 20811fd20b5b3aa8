import { Component, type ComponentType, createElement, type ReactNode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { IslandIdProvider } from '../views/island.js';
import { emptyPickers } from '../views/kept-vehicle.js';

interface IslandComponent {
  islandView?: ComponentType<object>;
  islandFromHtml?: Readonly<Record<string, (element: Element) => unknown>>;
}

/** The words of the edition, where the page names them instead of carrying them; they were brought with the code. */
async function textsOf(element: HTMLElement): Promise<object> {
  const address = element.dataset.src?.split(' ').find((file) => file.endsWith('.json'));
  if (!address) return {};
  const response = await fetch(address);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
}

/** All props of an island: the words of its edition, what its HTML says, and first of all what its page carries. */
async function propsOf(element: HTMLElement, { islandFromHtml = {} }: IslandComponent): Promise<object> {
  const texts = await textsOf(element);
  const own = JSON.parse(element.dataset.props ?? '{}');
  const read = Object.entries(islandFromHtml).map(([name, from]) => [name, from(element)]);
  return { ...texts, ...Object.fromEntries(read), ...own };
}

/** Marks the island as ready once React has committed it: `hydrateRoot` itself returns before that. */
function Ready({ element, children }: { element: HTMLElement; children: ReactNode }) {
  useEffect(() => {
    element.dataset.state = 'ready';
  }, [element]);
  return children;
}

/** Tells the page that the island has crashed, after React has removed it. */
class Crash extends Component<{ onCrash: () => void; children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };
  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }
  override componentDidCatch(): void {
    this.props.onCrash();
  }
  override render(): ReactNode {
    return this.state.crashed ? null : this.props.children;
  }
}

/**
 * Hydrates one island with the props its HTML carries. A crash gives the visitor the server's HTML back, which works
 * as plain form or link; `replaceChildren` is used because innerHTML is closed under Trusted Types. Without its words
 * the island waits for the next touch.
 */
export async function hydrate(element: HTMLElement, module: object): Promise<void> {
  const component = (Object.values(module) as IslandComponent[]).find((value) => value?.islandView);
  if (!component?.islandView) throw new Error(`no island in the module of ${element.dataset.island}`);
  let props: object;
  try {
    props = await propsOf(element, component);
  } catch {
    element.dataset.state = 'waiting';
    return;
  }
  // React finds the island as the server sent it.
  emptyPickers(element);
  const original = [...element.childNodes].map((node) => node.cloneNode(true));
  const view = createElement(component.islandView, props);
  const restore = (): void => {
    queueMicrotask(() => {
      root.unmount();
      element.replaceChildren(...original);
      element.dataset.state = 'failed';
    });
  };
  const root = hydrateRoot(
    element,
    <Crash onCrash={restore}>
      <Ready element={element}>
        <IslandIdProvider value={element.dataset.prefix ?? element.dataset.island ?? ''}>{view}</IslandIdProvider>
      </Ready>
    </Crash>,
    {
      // As any other error of the page, so that it is told and counted.
      onCaughtError: (error) => reportError(error),
      onRecoverableError: (error) =>
        element.dispatchEvent(new CustomEvent('island-mismatch', { bubbles: true, detail: String(error) })),
    },
  );
}
