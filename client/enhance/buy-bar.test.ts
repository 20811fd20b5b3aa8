import { expect, test } from 'vitest';
import { type Dom, find, openDom } from '../../test/support/dom.js';

interface Observed {
  /** Buttons that the page observes. */
  targets: Element[];
  /** Reports how much of the button is on screen; null for a report of nothing. */
  report: (ratio: number | null) => void;
}
const box = `<main><div class="article-box"><div class="buy-box"><b class="price">9 €</b><form>
  <button class="buy" hidden>old</button><button class="button buy">Kaufen</button></form></div></div>
  <div class="fit-card"><h2>Passt <i>gut</i></h2></div></main>`;

async function open(body = box): Promise<[Dom, Observed]> {
  const dom = await openDom(`<html><body>${body}</body></html>`);
  const seen: Observed = { targets: [], report: () => {} };
  class Observer {
    constructor(act: (entries: { intersectionRatio: number }[]) => void) {
      seen.report = (ratio) => act(ratio === null ? [] : [{ intersectionRatio: ratio }]);
    }
    observe(target: Element): void {
      seen.targets.push(target);
    }
    disconnect(): void {
      seen.targets = [];
    }
  }
  Object.defineProperty(globalThis, 'IntersectionObserver', { value: Observer, configurable: true, writable: true });
  const { showBuyBar } = await import('./buy-bar.js');
  showBuyBar();
  return [dom, seen];
}
const bar = () => find('main > .buy-bar');
const isShown = () => [!bar().hidden, document.documentElement.hasAttribute('data-buy-bar')];

test('a bar repeats price, verdict and button while the button is not whole on screen', async () => {
  const [, { targets, report }] = await open();
  expect(targets).toEqual([find('.buy-box .buy:not([hidden])')]);
  expect(isShown()).toEqual([false, false]);
  report(0.97);
  expect(isShown()).toEqual([true, true]);
  expect([...(bar().firstElementChild?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    '9 €',
    'Passt gut',
  ]);
  expect([bar().lastElementChild?.textContent, bar().querySelector('h2')]).toEqual(['Kaufen', null]);
  report(0.98);
  expect(isShown()).toEqual([false, false]);
  report(0.5);
  report(null);
  expect(isShown()).toEqual([false, false]);
});

test('its button sends the form of the page once', async () => {
  await open();
  const sent: unknown[] = [];
  find('form').addEventListener('submit', (event) => {
    event.preventDefault();
    sent.push((event as SubmitEvent).submitter?.textContent);
  });
  expect(find<HTMLButtonElement>('.buy-bar button').type).toBe('button');
  find('.buy-bar button').click();
  expect(sent).toEqual(['Kaufen']);
});

test('it is yellow only for what fits', async () => {
  await open();
  expect(find('.buy-bar button').className).toBe('button buy');
  await open(box.replace('fit-card', 'fit-card tone-bad'));
  expect(find('.buy-bar button').className).toBe('button');
});

test('it follows a new button, and repeats a link', async () => {
  const [dom, seen] = await open();
  find('.buy-box form').innerHTML = '<a class="buy" href="/cart">Zum Warenkorb</a>';
  await dom.pass();
  expect([bar().lastElementChild?.localName, seen.targets]).toEqual(['a', [find('.buy-box a')]]);
  find('.buy-box form').innerHTML = '';
  await dom.pass();
  expect([bar().lastElementChild?.textContent, seen.targets]).toEqual(['Zum Warenkorb', []]);
});

test('it does not exist where nothing can be bought', async () => {
  await open('<main><div class="article-box"></div></main>');
  expect(document.querySelector('.buy-bar')).toBeNull();
});
