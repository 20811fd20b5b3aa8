import { Component, type ComponentType, createElement, type ReactNode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';

interface IslandComponent {
  islandView?: ComponentType<object>;
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
 * as plain form or link; `replaceChildren` is used because innerHTML is closed under Trusted Types.
 */
export function hydrate(place: HTMLElement, module: object): void {
  const component = (Object.values(module) as IslandComponent[]).find((value) => value?.islandView)?.islandView;
  if (!component) throw new Error(`no island in the module of ${place.dataset.island}`);
  const original = [...place.childNodes].map((node) => node.cloneNode(true));
  const view = createElement(component, JSON.parse(place.dataset.props ?? '{}'));
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
      <Ready place={place}>{view}</Ready>
    </Crash>,
    {
      identifierPrefix: place.dataset.prefix ?? '',
      onRecoverableError: (error) =>
        place.dispatchEvent(new CustomEvent('island-mismatch', { bubbles: true, detail: String(error) })),
    },
  );
}
