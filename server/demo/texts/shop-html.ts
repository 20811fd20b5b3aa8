import { filled, type Values } from './texts.js';

/** HTML of a shop's terms or policy: a heading starts with `# `, a list is an array, all else are paragraphs. */
export function shopHtml(blocks: readonly (string | readonly string[])[], facts: Values): string {
  const html = blocks.map((block) => {
    if (typeof block !== 'string') return `<ul>${block.map((item) => `<li>${item}</li>`).join('')}</ul>`;
    return block.startsWith('# ') ? `<h2>${block.slice(2)}</h2>` : `<p>${block}</p>`;
  });
  return filled(html.join(''), facts);
}

export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
