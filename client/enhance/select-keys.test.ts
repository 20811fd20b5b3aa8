import { expect, test } from 'vitest';
import { type Dom, find, openDom } from '../../test/support/dom.js';

/** A select that acts on its choice, but not on each key. */
async function open(): Promise<{ dom: Dom; acts: string[]; key(name: string, altKey?: boolean): void }> {
  const dom = await openDom('<html><body><select><option>a</option></select></body></html>');
  const { selectKeys } = await import('../../views/select-keys.js');
  const acts: string[] = [];
  const select = find<HTMLSelectElement>('select');
  const keys = selectKeys(({ value }) => acts.push(value));
  select.addEventListener('change', () => keys.onChange(select));
  select.addEventListener('focusout', () => keys.onLeave(select));
  await dom.pass(1000);
  return {
    dom,
    acts,
    key: (name, altKey = false) => keys.onKeyDown(new KeyboardEvent('keydown', { key: name, altKey }), select),
  };
}
const fire = (type: string): boolean => find('select').dispatchEvent(new Event(type, { bubbles: true }));

test.each([
  ['ArrowDown', true, ['a']],
  ['Tab', false, ['a']],
  ['F4', false, ['a']],
  [' ', false, ['a']],
  ['ArrowDown', false, []],
  ['b', false, []],
])('a choice right after the key %j (with Alt: %j) acts as %j', async (name, altKey, expected) => {
  const { acts, key } = await open();
  key(name, altKey);
  fire('change');
  expect(acts).toEqual(expected);
});

test('a choice acts once, and leaving the select acts only on a choice that waits', async () => {
  const { acts, key } = await open();
  fire('focusout');
  fire('change');
  fire('focusout');
  expect(acts).toEqual(['a']);
  key('ArrowDown');
  fire('change');
  fire('focusout');
  fire('focusout');
  expect(acts).toEqual(['a', 'a']);
});
