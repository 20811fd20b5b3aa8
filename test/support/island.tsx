import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { vi } from 'vitest';
import { type Dom, type DomOptions, find, openDom } from './dom.js';

interface Options extends DomOptions {
  /** Returns the body of the page with the widget in it. */
  around?: (widget: string) => string;
  /** Acts before the script of the widget runs. */
  before?: () => void;
  /** Attributes of the root element. */
  root?: string;
}

/** Runs pending work of React and of the page; answers may still be missing. */
export async function settle({ clock }: Dom): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) {
    await vi.dynamicImportSettled();
    // A hash of the page is computed in another thread, before this one.
    await crypto.subtle.digest('SHA-256', new Uint8Array(1));
    await clock.advance(0);
  }
}

/** Opens a page with a widget as the server renders it, and hydrates it. @param load imports its module */
export async function openIsland<P extends object>(
  load: () => Promise<object>,
  props: P,
  { around = (widget) => widget, before, root = '', ...options }: Options = {},
): Promise<Dom> {
  const place = '<is-land data-island="w" data-state="waiting"></is-land>';
  const dom = await openDom(`<html ${root}><body>${around(place)}</body></html>`, options);
  const module = await load();
  const { IslandIdProvider } = await import('../../views/island.js');
  const { hydrate } = await import('../../client/hydrate.js');
  const [{ islandView: View, islandFromHtml = {} }] = Object.values(module) as [
    { islandView: ComponentType<P>; islandFromHtml?: object },
  ];
  const element = find('is-land');
  element.innerHTML = renderToString(
    <IslandIdProvider value="w">
      <View {...props} />
    </IslandIdProvider>,
  );
  // The small DOM selects another option than the default one.
  for (const option of element.querySelectorAll<HTMLOptionElement>('option[selected]')) option.selected = true;
  const own = Object.entries(props).filter(([name]) => !(name in islandFromHtml));
  element.dataset.props = JSON.stringify(Object.fromEntries(own));
  const mismatches: unknown[] = [];
  element.addEventListener('island-mismatch', (event) => mismatches.push((event as CustomEvent).detail));
  before?.();
  const hydrated = hydrate(element, [undefined, module]);
  await settle(dom);
  await hydrated;
  if (mismatches.length > 0) throw new Error(`the widget differs from its HTML: ${mismatches}`);
  return dom;
}

/** Writes into a field as a visitor does. React overrides the setter of the element itself. */
export function write(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
  setter?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Presses a key in an element. @returns false if the widget has taken it */
export const press = (element: Element, key: string, init: KeyboardEventInit = {}): boolean =>
  element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));

/** Clicks an element. @returns false if the widget has taken it */
export const click = (element: Element, init: MouseEventInit = {}): boolean =>
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));

/** Returns what the widget announces. */
export const announced = (): string => find('is-land [role=status]').textContent;
