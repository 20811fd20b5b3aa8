/**
 * Style sheets taken apart, so that the server can choose from them without reading CSS. A part is one of
 *
 *   { selectors: [[selector, ...classes]], body }   a rule, with the classes that a page must have for each selector
 *   { condition, parts }                            rules under `@media` or `@supports`
 *   text                                            what every page has, such as `@keyframes`
 */
import postcss, { type ChildNode } from 'postcss';
import parseSelectors, { type Selector } from 'postcss-selector-parser';
import type { StyleChunk } from '../server/web/assets/style-sheet.ts';

const selectorsOf = (list: string): Selector[] => parseSelectors().astSync(list).nodes;

/** Classes without which nothing matches a selector: those in `:is(…)`, `:not(…)` and the like are a choice. */
const classesNeeded = (selector: Selector): string[] =>
  selector.nodes.flatMap((node) => (node.type === 'class' ? [node.value] : []));

/**
 * @param css as esbuild has minified it.
 * @param isLeftOpen whether a page may get the class, for this selector, after it was sent: it is not needed then.
 */
export function chunksOf(css: string, isLeftOpen: (name: string, selector: string) => boolean): StyleChunk[] {
  const chunks = (nodes: readonly ChildNode[]): StyleChunk[] =>
    nodes.map((node) => {
      if (node.type === 'rule')
        return {
          selectors: selectorsOf(node.selector).map((selector) => {
            const text = String(selector);
            return [text, ...classesNeeded(selector).filter((name) => !isLeftOpen(name, text))] as const;
          }),
          body: node.nodes.map(String).join(';'),
        };
      if (node.type === 'atrule' && (node.name === 'media' || node.name === 'supports'))
        return { condition: `@${node.name}${node.raws.afterName}${node.params}`, chunks: chunks(node.nodes ?? []) };
      return 'nodes' in node && node.nodes ? String(node) : `${node};`;
    });
  return chunks(postcss.parse(css).nodes);
}

/** Words of the texts in a script: the classes that it may give to elements are among them. */
export const wordsIn = (script: string): string[] => script.match(/(?<=["'`\s}])[a-z][a-z0-9-]*(?=["'`\s$])/g) ?? [];

/** All selectors of a style sheet, one by one, as `chunksOf` writes them. */
export function selectorsIn(css: string): Set<string> {
  const found = new Set<string>();
  postcss.parse(css).walkRules(({ selector }) => {
    for (const each of selectorsOf(selector)) found.add(String(each));
  });
  return found;
}
