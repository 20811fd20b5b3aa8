import { describe, expect, it } from 'vitest';
import { chunksOf, selectorsIn } from '../../../scripts/split-css.ts';
import { addClasses, type StyleChunk, StyleSheet } from './style-sheet.js';

const css =
  ':root{--a: #fff}.a{color:red}.a,.b>.c{margin:0}.d:not(.x),.e:is(.y,.z) p{top:0}' +
  '@media(min-width:640px){.b{content:"}{.q"}@supports (gap:1px){.c{gap:1px}}}@view-transition{navigation:auto}.f[data-g=".h"]{left:0}';
const sheetOf = (isLeftOpen: (name: string, selector: string) => boolean): StyleSheet =>
  new StyleSheet(JSON.parse(JSON.stringify(chunksOf(css, isLeftOpen))) as StyleChunk[]);
const used = (html: string, isLeftOpen: (name: string, selector: string) => boolean = () => false): string => {
  const classes = new Set<string>();
  addClasses(html, classes);
  return sheetOf(isLeftOpen).usedBy(classes).text;
};

describe('the style sheet of a page', () => {
  it('is complete for a page with every class', () => {
    expect(used('<p class="a b"><i class="c d"><i class="e f">')).toBe(css);
  });

  it('has the rules that can match, and of their selectors those that can', () => {
    expect(used('<p class="a">')).toBe(':root{--a: #fff}.a{color:red}.a{margin:0}@view-transition{navigation:auto}');
    expect(used('<p class="c x">')).toContain('@media(min-width:640px){@supports (gap:1px){.c{gap:1px}}}');
    expect(used('<p class="d">')).toContain('.d:not(.x){top:0}');
    expect(used('<p class="e">')).toContain('.e:is(.y,.z) p{top:0}');
    expect(used('<p class="b">')).toContain('@media(min-width:640px){.b{content:"}{.q"}}');
    expect(used('<p class="f">')).toContain('.f[data-g=".h"]{left:0}');
  });

  it('keeps rules for the classes that scripts add, unless a later style sheet has them', () => {
    expect(used('', (name) => name === 'a')).toContain('.a{color:red}');
    const late = selectorsIn('.g,.f[data-g=".h"]{top:0}@media print{.k{top:0}}');
    expect([...late]).toEqual(['.g', '.f[data-g=".h"]', '.k']);
    const isLeftOpen = (name: string, selector: string): boolean => /[af]/.test(name) && !late.has(selector);
    expect(used('', isLeftOpen)).toContain('.a{color:red}');
    expect(used('', isLeftOpen)).not.toContain('.f[');
    expect(used('<p class="f">', isLeftOpen)).toContain('.f[');
  });

  it('is pinned by its hash', () => {
    const sheet = sheetOf(() => false);
    const [one, other] = [sheet.usedBy(new Set(['a'])), sheet.usedBy(new Set(['b c']))];
    expect(one.hash).not.toBe(other.hash);
    expect(sheet.usedBy(new Set(['a', 'unknown']))).toBe(one);
    expect(one.bytes.toString()).toBe(one.text);
  });
});
