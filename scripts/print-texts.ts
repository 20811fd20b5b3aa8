/**
 * `npm run texts -- fr` writes all texts of a language into `texts-fr.html`, page by page, with sample values. A native
 * speaker reads it in an hour, and ticks or comments each text. `de-AT` has the overrides alone. The browser stores the
 * comments; the button at the top copies them.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { textsOf, textsUnder } from './check-texts.ts';
import { at } from './lib-run.ts';
import words from './print-texts.json' with { type: 'json' };

/**
 * `samples`: values of places; other places show their name. `forms`: a number for each plural form. `headings`: titles
 * of sections by the first part of a key; other sections have that part as their title.
 */
const { samples, forms, headings }: Record<'samples' | 'forms' | 'headings', Record<string, string>> = words;

/** Fills the places of a text; `›1523‹` becomes the name of a category. */
export function inContext(key: string, text: string, category: string): string {
  const form = forms[/_(\w+)$/.exec(key)?.[1] ?? ''];
  return text
    .replace(/\{\{[#^/]\w+\}\}/g, ' ¦ ')
    .replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) =>
      form !== undefined && ['count', 'number', 'ratings', 'range'].includes(name)
        ? form
        : (samples[name] ?? `[${name}]`).replace('›1523‹', category),
    );
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Renders the page: a section for each kind of page, a row for each text. */
export function textsPage(language: string, texts: ReadonlyMap<string, string>): string {
  const sections = new Map<string, string[]>();
  const category = texts.get('categories:1523') ?? '';
  for (const [key, text] of texts) {
    const [part = ''] = key.split(':', 1);
    const rows = sections.get(part) ?? [];
    const words = escaped(inContext(key, text, category));
    rows.push(
      `<tr id="${escaped(key)}"><td><input type="checkbox" aria-label="read"></td><td lang="${language}">${words}</td><td contenteditable data-note></td><td class="key">${escaped(key)}</td></tr>`,
    );
    sections.set(part, rows);
  }
  const order = [...new Set([...Object.keys(headings), ...sections.keys()])].filter((part) => sections.has(part));
  const body = order
    .map((part) => `<h2 id="${part}">${headings[part] ?? part}</h2><table>${sections.get(part)?.join('\n')}</table>`)
    .join('\n');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Texts: ${language}</title><style>
body{font:16px/1.5 system-ui;max-width:75rem;margin:auto;padding:1rem}table{border-collapse:collapse;width:100%}
td{border-top:1px solid #ccc;padding:.25rem .5rem;vertical-align:top}td:nth-child(2){width:55%}[data-note]{width:28%;background:#ffe}
.key{font-size:.75rem;color:#666;word-break:break-all}input{width:1.25rem;height:1.25rem}</style>
<h1>Texts: ${language}</h1><p>Tick what is right, write beside what is not. <button type="button">Copy the notes</button></p>
<p>${order.map((part) => `<a href="#${part}">${headings[part] ?? part}</a>`).join(' · ')}</p>${body}
<script>
for (const row of document.querySelectorAll('tr')) {
  const [box, note] = [row.querySelector('input'), row.querySelector('[data-note]')];
  const name = 'partavo ${language} ' + row.id, kept = JSON.parse(localStorage.getItem(name) || '{}');
  box.checked = Boolean(kept.read); note.textContent = kept.note || '';
  const keep = () => localStorage.setItem(name, JSON.stringify({ read: box.checked, note: note.textContent }));
  box.onchange = keep; note.oninput = keep;
}
document.querySelector('button').onclick = () => navigator.clipboard.writeText([...document.querySelectorAll('tr')]
  .filter((row) => row.querySelector('[data-note]').textContent.trim())
  .map((row) => row.id + '\\t' + row.querySelector('[data-note]').textContent.trim()).join('\\n'));
</script></html>
`;
}

if (import.meta.main) {
  const [language = ''] = process.argv.slice(2);
  if (language !== 'de-AT' && !existsSync(at('docs', 'style', `${language}.md`))) {
    console.error('usage: npm run texts -- LANGUAGE   (de, de-AT, fr, es, it, nl)');
    process.exit(1);
  }
  const file = `texts-${language}.html`;
  const texts = language === 'de-AT' ? textsUnder('de-AT/', 'information/de-AT.json') : textsOf(language);
  writeFileSync(at(file), textsPage(language, texts));
  console.log(`${file}: open it in a browser`);
}
