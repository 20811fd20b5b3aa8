import { Component, type ComponentType, createElement, type ReactNode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { IslandIdProvider } from '../views/island.js';

interface IslandComponent {
  islandView?: ComponentType<object>;
  islandFromHtml?: Readonly<Record<string, (place: Element) => unknown>>;
}

/** The words of the edition, where the page names them instead of carrying them; they were brought with the code. */
async function wordsOf(place: HTMLElement): Promise<object> {
  const address = place.dataset.src?.split(' ').find((file) => file.endsWith('.json'));
  if (!address) return {};
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.json();
}

/** All props of an island: the words of its edition, what its HTML says, and first of all what its page carries. */
async function propsOf(place: HTMLElement, { islandFromHtml = {} }: IslandComponent): Promise<object> {
  const words = await wordsOf(place);
  const own = JSON.parse(place.dataset.props ?? '{}');
  const read = Object.entries(islandFromHtml).map(([name, from]) => [name, from(place)]);
  return { ...words, ...Object.fromEntries(read), ...own };
}

/** Marks the island as ready once React has committed it: `hydrateRoot` itself returns before that. */
function Ready({ place, children }: { place: HTMLElement; children: ReactNode }): ReactNode {
  useEffect(() => {
    place.dataset.state = 'ready';
  }, [place]);
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
export async function hydrate(place: HTMLElement, module: object): Promise<void> {
  const component = (Object.values(module) as IslandComponent[]).find((value) => value?.islandView);
  if (!component?.islandView) throw new Error(`no island in the module of ${place.dataset.island}`);
  let props: object;
  try {
    props = await propsOf(place, component);
  } catch {
    place.dataset.state = 'waiting';
    return;
  }
  const original = [...place.childNodes].map((node) => node.cloneNode(true));
  const view = createElement(component.islandView, props);
  const restore = (): void => {
    queueMicrotask(() => {
      root.unmount();
      place.replaceChildren(...original);
      place.dataset.state = 'failed';
    });
  };
  const root = hydrateRoot(
    place,
    <Crash onCrash={restore}>
      <Ready place={place}>
        <IslandIdProvider value={place.dataset.prefix ?? place.dataset.island ?? ''}>{view}</IslandIdProvider>
      </Ready>
    </Crash>,
    {
      onRecoverableError: (error) =>
        place.dispatchEvent(new CustomEvent('island-mismatch', { bubbles: true, detail: String(error) })),
    },
  );
}
