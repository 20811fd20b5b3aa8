import type { Language } from '../contract/languages.js';
import de from './data/texts/de.json' with { type: 'json' };
import es from './data/texts/es.json' with { type: 'json' };
import fr from './data/texts/fr.json' with { type: 'json' };
import it from './data/texts/it.json' with { type: 'json' };
import nl from './data/texts/nl.json' with { type: 'json' };

export const texts: Readonly<Record<Language, typeof de>> = { de, es, fr, it, nl };

/** Values for the placeholders of a template. */
export type Values = Readonly<Record<string, string | number | boolean | null>>;

/**
 * Fills `{{name}}` in a template. `{{#name}}…{{/name}}` stays where the value is true, `{{^name}}…{{/name}}` elsewhere.
 */
export const filled = (template: string, values: Values): string =>
  template
    .replace(/\{\{([#^])(\w+)\}\}(.*?)\{\{\/\2\}\}/g, (_, sign: string, name: string, inner: string) =>
      Boolean(values[name]) === (sign === '#') ? inner : '',
    )
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));

/**
 * HTML of a shop's terms or policy. A heading starts with `# `, a box with `> `; ` / ` separates the paragraphs of a
 * box. A list is an array. All others are paragraphs.
 */
export function shopHtml(blocks: readonly (string | readonly string[])[], facts: Values): string {
  const paragraph = (text: string): string => {
    const words = filled(text, facts);
    return words.startsWith('# ') ? `<h2>${words.slice(2)}</h2>` : `<p>${words}</p>`;
  };
  const html = blocks.map((block) => {
    if (typeof block !== 'string') return `<ul>${block.map((item) => `<li>${filled(item, facts)}</li>`).join('')}</ul>`;
    if (block.startsWith('> '))
      return `<blockquote>${block.slice(2).split(' / ').map(paragraph).join('')}</blockquote>`;
    return paragraph(block);
  });
  return html.join('');
}

export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
