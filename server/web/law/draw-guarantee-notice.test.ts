import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { type Language, languages } from '../../contract/languages.js';
import { allEditions, type Edition } from '../routes/editions.js';
import { createTexts } from '../texts/texts.js';
import { drawGuaranteeNotice } from './draw-guarantee-notice.js';

const texts = createTexts(() => allEditions[0] as Edition);

/** Returns size and words of the drawing, in reading order. */
function read(language: Language) {
  const { bytes, width, height } = drawGuaranteeNotice(texts.inLanguage(language), language);
  const svg = bytes.toString();
  let words = '';
  const bottoms: number[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('text', (text) => {
    words += `${text} `;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'text') bottoms.push(Number(attributes.y));
  });
  parser.write(svg).close();
  return { svg, words, bottoms, width, height };
}

test.each(languages)('the notice in %s has all its words inside its frame, in colour', (language) => {
  const t = texts.inLanguage(language);
  const { svg, words, bottoms, width, height } = read(language);
  for (const key of ['lead', 'rights', 'liable', 'longer', 'more', 'what', 'stepTwo', 'commercial'] as const)
    expect(words.replace(/\s+/g, ' ')).toContain(t(`notice:${key}`).replace(/\s+/g, ' '));
  expect(words).toContain(`europa.eu/youreurope/${t('law:guarantee.target')}`);
  expect(svg).toMatch(/fill="#003399".*fill="#FFED00"/);
  expect(Math.max(...bottoms)).toBeLessThan(height);
  expect(height / width).toBeGreaterThan(1.2);
});

test('its code has the three corners that a camera looks for', () => {
  const [, path = ''] = /crispEdges" d="([^"]+)"/.exec(read('de').svg) ?? [];
  for (const corner of ['M4 4h7v1', 'M26 4h7v1', 'M4 26h7v1', 'M4 32h7v1']) expect(path).toContain(corner);
});

test('nothing is written over its code', () => {
  const { svg, bottoms } = read('de');
  const codeTop = Number(/translate\(\d+ ([\d.]+)\)/.exec(svg)?.[1]);
  const middle = codeTop + 112 / 2 + 5;
  expect(bottoms.filter((bottom) => bottom > codeTop - 2 && bottom < codeTop + 112)).toEqual([middle]);
});

test('the address is beside the middle of the code, and lines keep their distance to a tenth', () => {
  const { svg } = read('de');
  const numbersOf = (pattern: RegExp) => [...svg.matchAll(pattern)].map(([, number]) => Number(number));
  const [codeTop = 0] = numbersOf(/translate\(\d+ ([\d.]+)\)/g);
  const [address = 0] = numbersOf(/y="([\d.]+)"[^>]*>europa\.eu/g);
  expect(address - codeTop).toBeCloseTo(112 / 2 + 5);
  const [first = 0, second = 0] = numbersOf(/y="([\d.]+)" font-size="14" font-weight="400"/g);
  expect(second - first).toBeCloseTo(14 * 1.35);
});
