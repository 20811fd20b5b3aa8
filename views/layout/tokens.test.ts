import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contrast, textPairs } from '../../server/shop-file/colours.js';
import usualColours from '../../server/shop-file/usual-colours.json' with { type: 'json' };

/** Checks the palette of tokens.css by computing contrasts (WCAG 2.2, 1.4.3 and 1.4.11). */
const folder = join(import.meta.dirname, '..');
const tokens = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const valuesOf = (css: string): Record<string, string> =>
  Object.fromEntries([...css.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, value]) => [name, value]));
const [lightPart = '', darkPart = ''] = tokens.split('@media (prefers-color-scheme: dark)');
const light = valuesOf(lightPart);
const schemes = { light, dark: { ...light, ...valuesOf(darkPart) } };

const sheets = ['views', 'client'].flatMap((room) =>
  readdirSync(join(folder, '..', room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => ({ name: `${room}/${name}`, css: readFileSync(join(folder, '..', room, name), 'utf8') })),
);
/** Backgrounds of text without a rule of its own. */
const grounds = ['paper', 'wash'];

/** Returns every pair of text and background colour in the style sheets. */
function pairs(): Map<string, string> {
  const found = new Map<string, string>();
  for (const { name, css } of sheets) {
    for (const [, selector = '', body = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
      const text = /(?:^|[;\s])color:\s*var\(--([\w-]+)\)/.exec(body)?.[1];
      const ground = /background(?:-color)?:\s*var\(--([\w-]+)\)/.exec(body)?.[1];
      if (!text && !ground) continue;
      for (const on of ground ? [ground] : grounds) {
        const colours = text ? [text] : on === 'paper' || on === 'wash' ? ['ink', 'soft'] : [];
        for (const colour of colours) found.set(`${colour} on ${on}`, `${name}: ${selector.trim()}`);
      }
    }
  }
  return found;
}

describe.each(Object.entries(schemes))('%s', (_, colours) => {
  const read = (name: string): string => {
    const value = colours[name];
    if (!value) throw new Error(`--${name} is no colour of tokens.css`);
    return value;
  };

  test('every text has 4.5 to 1 on every ground below it', () => {
    const used = pairs();
    expect(used.size).toBeGreaterThan(8);
    const weak = [...used].flatMap(([pair, where]) => {
      const [text = '', ground = ''] = pair.split(' on ');
      const ratio = contrast(read(text), read(ground));
      return ratio < 4.5 ? [`${pair}: ${ratio.toFixed(2)} (${where})`] : [];
    });
    expect(weak).toEqual([]);
  });

  test('borders of controls, the focus ring and the lines of drawings have 3 to 1', () => {
    for (const ground of grounds) {
      for (const line of ['edge', 'focus', 'ink']) expect(contrast(read(line), read(ground))).toBeGreaterThanOrEqual(3);
    }
    expect(contrast(read('on-signal'), read('signal-d'))).toBeGreaterThanOrEqual(4.5);
  });
});

test('colours of an operator’s file are checked as these are', () => {
  expect(usualColours).toEqual({ light: valuesOf(lightPart), dark: valuesOf(darkPart) });
  const checked = new Set(textPairs.map(([text, ground]) => `${text} on ${ground}`));
  expect([...pairs().keys()].filter((pair) => !checked.has(pair))).toEqual([]);
});

test('no style sheet names a colour of its own', () => {
  const own = sheets
    .filter(({ name }) => !name.endsWith('tokens.css'))
    .flatMap(({ name, css }) => (css.match(/#[0-9a-f]{3,8}\b(?!-)/gi) ?? []).map((colour) => `${name}: ${colour}`));
  expect(own).toEqual([]);
});

test('every token that is used is defined', () => {
  const defined = new Set([...tokens.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
  const unknown = sheets.flatMap(({ name, css }) => {
    const local = new Set([...css.matchAll(/(--[\w-]+):/g)].map(([, own]) => own));
    return [...css.matchAll(/var\((--[\w-]+)/g)]
      .filter(([, used]) => !defined.has(used) && !local.has(used))
      .map(([, used]) => `${name}: ${used}`);
  });
  expect(unknown).toEqual([]);
});
