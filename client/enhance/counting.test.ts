import { describe, expect, test } from 'vitest';
import { type Dom, find, openDom } from '../../test/support/dom.js';

describe('a tap beside a number', () => {
  const field = () => find<HTMLInputElement>('input');
  let selected = 0;
  async function tap(selector: string, before: () => void = () => field().focus()): Promise<string[]> {
    await openDom(`<html><body><span><button data-step="-1">−</button>
      <input class="quantity" type="number" value="3"><button data-step="1">+</button></span></body></html>`);
    selected = 0;
    field().select = () => {
      selected += 1;
    };
    const heard: string[] = [];
    for (const type of ['input', 'change']) document.body.addEventListener(type, () => heard.push(type));
    before();
    const { count } = await import('./counting.js');
    count(find(selector));
    return heard;
  }

  test.each([
    ['[data-step="1"]', '4'],
    ['[data-step="-1"]', '2'],
  ])('of the button %s counts, and other scripts hear of it', async (selector, value) => {
    expect([await tap(selector), field().value, selected]).toEqual([['input', 'change'], value, 0]);
  });

  test('of the number selects it, unless it was typed or left', async () => {
    expect([await tap('input'), field().value, selected]).toEqual([[], '3', 1]);
    await tap('input', () => {
      field().focus();
      field().value = '4';
    });
    expect(selected).toBe(0);
    await tap('input', () => {});
    expect(selected).toBe(0);
  });

  test('of another field selects nothing', async () => {
    await tap('input', () => {
      field().className = 'other';
      field().focus();
    });
    expect(selected).toBe(0);
  });
});

describe('a form without fields', () => {
  async function send(form: string, isTaken = false): Promise<[string[], boolean]> {
    const dom: Dom = await openDom(`<html><body>${form}</body></html>`);
    if (isTaken) find('form').addEventListener('submit', (event) => event.preventDefault());
    const { openPlainAddresses } = await import('./plain-addresses.js');
    openPlainAddresses();
    const event = new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter: find('button') });
    find('form').dispatchEvent(event);
    return [dom.left, event.defaultPrevented];
  }

  test.each([
    ['<form action="/a"><button>x</button></form>', ['assign http://shop.example/a'], true],
    ['<form action="/a"><button formaction="/b">x</button></form>', ['assign /b'], true],
    ['<form action="/a"><button name="c" value="1">x</button></form>', [], false],
    ['<form action="/a"><input name="c" value="1"><button>x</button></form>', [], false],
    ['<form action="/a" method="post"><button>x</button></form>', [], false],
  ])('%s opens %j', async (form, left, isTaken) => {
    expect(await send(form)).toEqual([left, isTaken]);
  });

  test('that another script has taken opens nothing', async () => {
    expect(await send('<form action="/a"><button>x</button></form>', true)).toEqual([[], true]);
  });
});

test('the deferred style sheet is the last of the page, and its failure ends the waiting, too', async () => {
  await openDom('<html data-src="a.js /deferred.css b.js"><body><p>x</p></body></html>');
  const { styled } = await import('./deferred-style.js');
  const sheet = document.body.lastElementChild as HTMLLinkElement;
  expect([sheet.rel, sheet.getAttribute('href')]).toEqual(['stylesheet', '/deferred.css']);
  for (const type of ['onload', 'onerror'] as const) expect(sheet[type]).toBeTypeOf('function');
  sheet.dispatchEvent(new Event('error'));
  await styled;
});
