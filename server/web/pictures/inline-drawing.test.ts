import { describe, expect, test } from 'vitest';
import { draw } from '../../drawings/draw.js';
import { kinds } from '../../drawings/kinds.js';
import { drawingOf, elementsOf } from './inline-drawing.js';

const image = { width: 400, height: 300, alt: '' };

test.each([
  ['/api/Bilder/disc.svg', { name: 'disc', a: '' }],
  ['/api/Bilder/disc.svg?a=holes:5;thread:M12%261&small=1', { name: 'disc', a: 'holes:5;thread:M12&1', small: '1' }],
  ['https://img.example/api/Bilder/disc.svg', null],
  ['/api/Fotos/1/abc.jpg', null],
])('%s names a drawing or none', (url, drawing) => {
  expect(drawingOf({ ...image, url })).toEqual(drawing);
});

test('a photograph that may not be fetched has its drawing', () => {
  const drawing = '/api/Bilder/oilFilter.svg?a=height:80';
  expect(drawingOf({ ...image, url: 'https://img.example/a.jpg', drawing })).toEqual({
    name: 'oilFilter',
    a: 'height:80',
  });
});

describe('the elements of a drawing', () => {
  test.each([...kinds.keys()])('%s has nothing but its own elements, whatever its attributes are', (kind) => {
    const attributes = { designation: '<b onload="x">&"', side: 'right' };
    for (const given of [{}, attributes]) {
      const elements = elementsOf(draw(kind, given, { label: '', dims: true }));
      expect(elements).toMatch(/^<(?:path|g|text) .*>$/s);
      expect(elements).not.toMatch(/<style|<svg|<b/);
    }
  });

  const inside = (elements: string): string =>
    `<svg xmlns="http://www.w3.org/2000/svg"><style></style>${elements}</svg>`;
  test('stay as they are', () => {
    const elements = '<g fill="none"><path stroke-width=".75" d="M0 0h1"/><text x="1">A Ø260 &amp; B</text></g>';
    expect(elementsOf(inside(elements))).toBe(elements);
  });

  test.each([
    '<script>alert(1)</script>',
    '<path onload="alert(1)" d="M0 0"/>',
    '<path style="fill:url(https://x.example)"/>',
    '<a href="javascript:alert(1)"><path d="M0 0"/></a>',
    '<path href="#x"/>',
    '<path xlink:href="#x"/>',
    '<image width="1"/>',
    '<use width="1"/>',
    '<foreignObject></foreignObject>',
    '<g><!-- comment --></g>',
    '<path d="M0 0"',
    '<path d=M0/>',
    '</svg><img src=x>',
  ])('are no others: %s', (elements) => {
    expect(elementsOf(inside(elements))).toBeNull();
  });

  test.each(['', 'plain', '<svg></svg>', '<html><style></style></html>'])('are missing in %j', (svg) => {
    expect(elementsOf(svg)).toBeNull();
  });
});
