import { filled, type Values } from './texts.js';

/**
 * HTML of a shop's terms or policy: a heading starts with `# `, a box with `> ` and its paragraphs apart by ` / `, a
 * list is an array, all else are paragraphs.
 */
export function shopHtml(blocks: readonly (string | readonly string[])[], facts: Values): string {
  const paragraph = (text: string): string => {
    const said = filled(text, facts);
    return said.startsWith('# ') ? `<h2>${said.slice(2)}</h2>` : `<p>${said}</p>`;
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
