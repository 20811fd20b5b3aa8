import { keptVehicle } from '../../views/kept-vehicle.js';
import { all, pageModel, queryWith } from './page.js';

/** A part as the call describes it; only fields that are shown. */
interface Part {
  href: string;
  title: string;
  articleNumber: string;
  manufacturer: { name: string };
  smallImages: { url: string; width: number; height: number }[];
  /** Price with shipping, formatted. */
  amount: string;
}

/** Counts resets, so that older responses can be ignored. */
let turn = 0;
/** The form that was used last. */
let form: Element | null = null;

function make(tag: string, attributes: { className?: string }, ...content: (Node | string)[]): HTMLElement {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...content);
  return element;
}

/** Links to an address of this shop. @throws TypeError for any other address */
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

/** Removes the suggestions when the visitor uses another form (specification 4). */
function forgetCrossSelling({ target }: Event): void {
  turn++;
  form = target as Element;
  for (const element of all('data-goes-with')) {
    element.hidden = true;
    element.querySelector('ul')?.replaceChildren();
  }
}

/** Shows matching parts below the used form (specification 4). Shows nothing if the call fails. */
async function showCrossSelling(region: HTMLElement): Promise<void> {
  const [element] = all('data-goes-with');
  const own = ++turn;
  // The visitor may have used a form before this script ran.
  const used = (form ?? document.activeElement)?.closest('.buy-box, table') ?? document.querySelector('.buy-box');
  if (!element || !used) return;
  try {
    const modelId = pageModel() ?? keptVehicle()?.modelId;
    const address = `/api/recommendation/spare-part/${element.dataset.goesWith}?${queryWith(modelId ? { modelId } : {})}`;
    const response = await fetch(address, { headers: { accept: 'application/json' } });
    if (!response.ok) return;
    const parts = ((await response.json()) as Part[]).map(entry);
    if (own !== turn || parts.length === 0) return;
    // The page leaves the class out, because the style of its first view would grow by a list that few visitors see.
    const list = make('ul', { className: 'related-parts' }, ...parts);
    element.querySelector('ul')?.replaceWith(list);
    used.after(element);
    element.hidden = false;
    region.append(` ${element.querySelector('h2')?.textContent}`);
  } catch {
    // Suggestions are optional.
  }
}

/** Watches the live region, in which the loader announces each added part: the loader is too small for a call. */
export function watchAdds(): void {
  for (const region of all('data-status')) {
    const [before = '', after = ''] = (region.dataset.added ?? '').split('{{count}}');
    const read = (): void => {
      const announcement = region.textContent ?? '';
      const count = announcement.slice(before.length, announcement.length - after.length);
      if (/^\d+$/.test(count) && announcement === before + count + after) void showCrossSelling(region);
    };
    new MutationObserver(read).observe(region, { childList: true });
    // The visitor may have added a part before this script ran.
    read();
  }
  addEventListener('submit', forgetCrossSelling);
}
