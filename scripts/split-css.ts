/**
 * Splits style sheets, so that the server can select rules without parsing CSS. Chunks have one of three forms:
 *
 * - `{ selectors: [[selector, ...classes]], body }` is a rule, with the names that a page needs for each selector.
 * - `{ condition, chunks }` are rules under `@media` or `@supports`.
 * - A text is for every page, such as `@keyframes`.
 */
import postcss, { type AtRule, type ChildNode, type Container } from 'postcss';
import parseSelectors, { type Selector } from 'postcss-selector-parser';
import { rareTags } from '../server/web/assets/rare-tags.ts';
import type { StyleChunk } from '../server/web/assets/style-sheet.ts';

const selectorsOf = (list: string): Selector[] => parseSelectors().astSync(list).nodes;

/** Classes and rare elements that a selector needs; those in `:is(…)`, `:not(…)` and the like are optional. */
const namesNeeded = (selector: Selector): string[] =>
  selector.nodes.flatMap((node) => {
    if (node.type === 'class') return [node.value];
    return node.type === 'tag' && rareTags.includes(node.value) ? [`<${node.value}`] : [];
  });

const isCondition = ({ name }: AtRule): boolean => name === 'media' || name === 'supports';
/** Whether a condition or selector is one that no first view meets: on paper, in use, opened, or while it waits. */
const isLate = (text: string): boolean =>
  /^print|forced-colors|(?<!\()(:hover|:active|:focus|:popover-open|\[open])|\[aria-(busy|invalid)/.test(text);

/**
 * Returns the sheet for what follows a first view: rules with such names, and what no first view needs. It repeats
 * rules of the first view, so that all are in the order of their sources.
 * @param css minified by esbuild
 */
export function lowerSheet(css: string): string {
  const sheet = postcss.parse(css);
  const keep = (container: Container): void => {
    for (const node of container.nodes?.slice() ?? []) {
      if (node.type === 'rule') {
        const selectors = selectorsOf(node.selector).filter(
          (selector) => namesNeeded(selector).length > 0 || isLate(String(selector)),
        );
        if (selectors.length > 0) node.selector = selectors.join(',');
        else node.remove();
      } else if (node.type === 'atrule' && isCondition(node)) {
        if (!isLate(node.params)) keep(node);
        if (!node.first) node.remove();
      } else node.remove();
    }
  };
  keep(sheet);
  const constants = constantsOf(css).map(([name, value]) => `${name}:${value}`);
  return constants.length > 0 ? `:root{${constants.join(';')}}${sheet}` : String(sheet);
}

/** Returns the sizes, faces and frames among the tokens, which neither the theme nor the operator changes. */
function constantsOf(css: string): [name: string, value: string][] {
  const tokens = postcss.parse(css).first;
  if (tokens?.type !== 'rule' || tokens.selector !== ':root') return [];
  return tokens.nodes.flatMap((node) => {
    const isConstant = node.type === 'decl' && !node.value.startsWith('#') && css.split(`${node.prop}:`).length === 2;
    return isConstant && node.prop.startsWith('--') ? [[node.prop, node.value]] : [];
  });
}

/** Writes the constant tokens as their values, and leaves their definitions to the lower sheet: pages get shorter. */
export function withConstants(css: string): string {
  return constantsOf(css).reduce(
    (text, [name, value]) => text.replace(new RegExp(`${name}:[^;}]*;?`), '').replaceAll(`var(${name})`, value),
    css,
  );
}

/** @param css minified by esbuild; rules that no first view needs are left out */
export function chunksOf(css: string): StyleChunk[] {
  const chunks = (nodes: readonly ChildNode[]): StyleChunk[] =>
    nodes.flatMap((node): StyleChunk[] => {
      if (node.type === 'rule') {
        const selectors = selectorsOf(node.selector).filter((selector) => !isLate(String(selector)));
        return [
          {
            selectors: selectors.map((selector) => [String(selector), ...namesNeeded(selector)] as const),
            body: node.nodes.map(String).join(';'),
          },
        ];
      }
      if (node.type === 'atrule' && isCondition(node)) {
        if (isLate(node.params)) return [];
        return [{ condition: `@${node.name}${node.raws.afterName}${node.params}`, chunks: chunks(node.nodes ?? []) }];
      }
      return ['nodes' in node && node.nodes ? String(node) : `${node};`];
    });
  return chunks(postcss.parse(css).nodes);
}
