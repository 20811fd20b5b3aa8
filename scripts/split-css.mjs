/**
 * Style sheets taken apart, so that the server can choose from them without reading CSS. A part is one of
 *
 *   { selectors: [[selector, ...classes]], body }   a rule, with the classes that a page must have for each selector
 *   { condition, parts }                            rules under `@media` or `@supports`
 *   text                                            what every page has, such as `@keyframes`
 */
import postcss from 'postcss';
import parseSelectors from 'postcss-selector-parser';

const selectorsOf = (list) => parseSelectors().astSync(list).nodes;

/** Classes without which nothing matches a selector: those in `:is(…)`, `:not(…)` and the like are a choice. */
const classesNeeded = (selector) => selector.nodes.filter(({ type }) => type === 'class').map(({ value }) => value);

/**
 * @param css as esbuild has minified it.
 * @param isLeftOpen whether a page may get the class, for this selector, after it was sent: it is not needed then.
 */
export function chunksOf(css, isLeftOpen) {
  const chunks = (nodes) =>
    nodes.map((node) => {
      if (node.type === 'rule')
        return {
          selectors: selectorsOf(node.selector).map((selector) => {
            const text = String(selector);
            return [text, ...classesNeeded(selector).filter((name) => !isLeftOpen(name, text))];
          }),
          body: node.nodes.map(String).join(';'),
        };
      if (node.name === 'media' || node.name === 'supports')
        return { condition: `@${node.name}${node.raws.afterName}${node.params}`, chunks: chunks(node.nodes) };
      return node.nodes ? String(node) : `${node};`;
    });
  return chunks(postcss.parse(css).nodes);
}

/** All selectors of a style sheet, one by one, as `chunksOf` writes them. */
export function selectorsIn(css) {
  const found = new Set();
  postcss.parse(css).walkRules(({ selector }) => {
    for (const each of selectorsOf(selector)) found.add(String(each));
  });
  return found;
}
