import { keptVehicle } from '../../views/kept-vehicle.js';
import { all, page } from './page.js';

/** A part as the call names it: only what is shown. */
interface Part {
  href: string;
  title: string;
  articleNumber: string;
  manufacturer: { name: string };
  smallImages: { url: string; width: number; height: number }[];
  /** Price to the door, written out. */
  amount: string;
}

/** Each forgetting outdates what is on its way. */
let turn = 0;
/** The form that was used last. */
let form: Element | null = null;

function make(tag: string, attributes: { className?: string }, ...content: (Node | string)[]): HTMLElement {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...content);
  return element;
}

/** An address of this shop; anything else in a response is rubbish. */
function link({ href, title }: Part): HTMLElement {
  if (!/^\/(?!\/)/.test(href)) throw new TypeError('part without an address of its own');
  const anchor = make('a', {}, title) as HTMLAnchorElement;
  anchor.href = href;
  return anchor;
}

function entry(part: Part): HTMLElement {
  const image = document.createElement('img');
  const [{ url, width, height } = { url: '', width: 0, height: 0 }] = part.smallImages;
  Object.assign(image, { alt: '', width, height, src: url });
  const number = make('span', { className: 'number soft' }, part.articleNumber);
  const text = make('div', {}, make('p', { className: 'small' }, make('b', {}, part.manufacturer.name), ' ', number));
  text.append(make('h3', {}, link(part)));
  return make(
    'li',
    {},
    ...(url ? [image] : []),
    text,
    make('p', { className: 'small' }, make('b', { className: 'price' }, part.amount)),
  );
}

/** Cross-selling data are reset to none with the next form that is used (specification 4). */
function forgetCrossSelling({ target }: Event): void {
  turn++;
  form = target as Element;
  for (const element of all('data-goes-with')) {
    element.hidden = true;
    element.querySelector('ul')?.replaceChildren();
  }
}

/** Shows below the used form what goes with the part (specification 4); nothing where the call fails. */
async function showCrossSelling(region: HTMLElement): Promise<void> {
  const [element] = all('data-goes-with');
  const own = ++turn;
  // The first form may have been used before this script was there.
  const used = (form ?? document.activeElement)?.closest('.buy-box, table') ?? document.querySelector('.buy-box');
  if (!element || !used) return;
  try {
    const vehicle = page.vehicle ? null : keptVehicle();
    const address = element.dataset.goesWith + (vehicle ? `&modelId=${vehicle.modelId}` : '');
    const response = await fetch(address, { headers: { accept: 'application/json' } });
    if (!response.ok) return;
    const parts = ((await response.json()) as Part[]).map(entry);
    if (own !== turn || parts.length === 0) return;
    element.querySelector('ul')?.replaceChildren(...parts);
    used.after(element);
    element.hidden = false;
    region.append(` ${element.querySelector('h2')?.textContent}`);
  } catch {
    // Nothing to show.
  }
}

/** The loader, which has no byte to spare for it, says in the live region that a part was added. */
export function watchAdds(): void {
  for (const region of all('data-status')) {
    const [before = '', after = ''] = (region.dataset.added ?? '').split('{{count}}');
    const read = (): void => {
      const announcement = region.textContent ?? '';
      const count = announcement.slice(before.length, announcement.length - after.length);
      if (/^\d+$/.test(count) && announcement === before + count + after) void showCrossSelling(region);
    };
    new MutationObserver(read).observe(region, { childList: true });
    // The first part may have been added before this script was there.
    read();
  }
  addEventListener('submit', forgetCrossSelling);
}
