import { describe, expect, it } from 'vitest';
import { chunksOf, lowerSheet } from '../../../scripts/split-css.ts';
import { addNames, type StyleChunk, StyleSheet } from './style-sheet.js';

const css =
  ':root{--a: #fff}.a{color:red}.a,.b>.c{margin:0}.d:not(.x),.e:is(.y,.z) p{top:0}' +
  '@media(min-width:640px){.b{content:"}{.q"}@supports (gap:1px){.c{gap:1px}}}@view-transition{navigation:auto}.f[data-g=".h"]{left:0}';
const print = '@media print{p,.a{top:0}}a:hover{top:0}';
const chunks: StyleChunk[] = JSON.parse(JSON.stringify(chunksOf(css + print)));
const sheet = new StyleSheet(chunks, '/lower.css');
const used = (html: string): string => {
  const classes = new Set<string>();
  addNames(html, classes);
  return sheet.usedBy(classes).text;
};

describe('the style sheet of a page', () => {
  it('is complete for a first view with every class', () => {
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

  it('leaves rules for what scripts add and for print and pointers to the lower sheet, which repeats no rule of every page', () => {
    const lower = lowerSheet(css + print);
    expect(lower).toBe(css.slice(css.indexOf('.a')).replace('@view-transition{navigation:auto}', '') + print);
    expect(lowerSheet('p,.a{top:0}@media(min-width:1px){p{top:0}}')).toBe('.a{top:0}');
  });

  it('leaves out rules for elements that only some pages have', () => {
    const lists = 'p,dl,.a select{top:0}';
    const own = new StyleSheet(chunksOf(lists), '');
    const usedBy = (html: string): string => {
      const names = new Set<string>();
      addNames(html, names);
      return own.usedBy(names).text;
    };
    expect(usedBy('<p class="a">')).toBe('p{top:0}');
    expect(usedBy('<dl><select>')).toBe('p,dl{top:0}');
    expect(usedBy('<p class="a"><select name="b">')).toBe('p,.a select{top:0}');
    expect(lowerSheet(lists)).toBe('dl,.a select{top:0}');
  });

  it('is pinned by its hash', () => {
    const [one, other] = [sheet.usedBy(new Set(['a'])), sheet.usedBy(new Set(['b c']))];
    expect(one.hash).not.toBe(other.hash);
    expect(sheet.usedBy(new Set(['a', 'unknown']))).toBe(one);
    expect(one.bytes.toString()).toBe(one.text);
  });
});
