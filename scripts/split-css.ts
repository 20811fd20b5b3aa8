/**
 * Splits style sheets, so that the server can select rules without parsing CSS. Chunks have one of three forms:
 *
 * - `{ selectors: [[selector, ...classes]], body }` is a rule, with the classes that a page needs for each selector.
 * - `{ condition, chunks }` are rules under `@media` or `@supports`.
 * - A text is for every page, such as `@keyframes`.
 */
import postcss, { type ChildNode } from 'postcss';
import parseSelectors, { type Selector } from 'postcss-selector-parser';
import type { StyleChunk } from '../server/web/assets/style-sheet.ts';

const selectorsOf = (list: string): Selector[] => parseSelectors().astSync(list).nodes;

/** Classes that a selector needs; those in `:is(…)`, `:not(…)` and the like are optional. */
const classesNeeded = (selector: Selector): string[] =>
  selector.nodes.flatMap((node) => (node.type === 'class' ? [node.value] : []));

/**
 * @param css minified by esbuild
 * @param isAddedLater whether a script may add the class to a sent page, so that the rule does not depend on it
 */
export function chunksOf(css: string, isAddedLater: (name: string, selector: string) => boolean): StyleChunk[] {
  const chunks = (nodes: readonly ChildNode[]): StyleChunk[] =>
    nodes.map((node) => {
      if (node.type === 'rule')
        return {
          selectors: selectorsOf(node.selector).map((selector) => {
            const text = String(selector);
            return [text, ...classesNeeded(selector).filter((name) => !isAddedLater(name, text))] as const;
          }),
          body: node.nodes.map(String).join(';'),
        };
      if (node.type === 'atrule' && (node.name === 'media' || node.name === 'supports'))
        return { condition: `@${node.name}${node.raws.afterName}${node.params}`, chunks: chunks(node.nodes ?? []) };
      return 'nodes' in node && node.nodes ? String(node) : `${node};`;
    });
  return chunks(postcss.parse(css).nodes);
}

/** Words in the strings of a script, which contain its class names. */
export const wordsIn = (script: string): string[] => script.match(/(?<=["'`\s}])[a-z][a-z0-9-]*(?=["'`\s$])/g) ?? [];

/** All selectors of a style sheet, in the form of `chunksOf`. */
export function selectorsIn(css: string): Set<string> {
  const found = new Set<string>();
  postcss.parse(css).walkRules(({ selector }) => {
    for (const each of selectorsOf(selector)) found.add(String(each));
  });
  return found;
}
