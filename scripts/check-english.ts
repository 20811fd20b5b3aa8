/**
 * `npm run english`: documents, comments, test titles, descriptions (also in JSON) and messages follow docs/style/en.md. Its table
 * rejects words everywhere. Sentences of documents and comments have at most 25 words. No sentence opens with a free
 * relative subject. Prints each fault with its file and line.
 */
import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import { termErrors, termsOf } from './check-terms.ts';
import { at, root } from './lib-run.ts';

/** A text of the project: words as a reader sees them, with the line where it begins. */
export interface Text {
  line: number;
  words: string;
  /** A cell of a table may list as many things as it needs. */
  isCell?: true;
}

export const wordLimit = 25;
/** JSON files whose texts are English sentences for readers. */
const described =
  '{scripts/{budgets,promises,import-rules,real-time},server/web/{merchants,metrics,api-description}/*,server/marketplace/operator/commands}.json';

/** Paragraphs, list items and table cells of a document, without code. */
export function textsOfDocument(markdown: string): Text[] {
  const texts: Text[] = [];
  let isOpen = false;
  let isCode = false;
  for (const [index, line] of markdown.split('\n').entries()) {
    const fence = line.trimStart().startsWith('```');
    if (fence) isCode = !isCode;
    const isApart = fence || isCode || line.trim() === '' || /^(?:#|<!--|!\[)/.test(line);
    const cells = /^\s*\|/.test(line) ? line.split(/(?<!\\)\|/) : [];
    const last = texts.at(-1);
    if (cells.length > 0) for (const words of cells) texts.push({ line: index + 1, words: words.trim(), isCell: true });
    else if (!isApart && (!isOpen || !last || /^\s*(?:[-*]|\d+\.)\s/.test(line)))
      texts.push({ line: index + 1, words: line.trim().replace(/^(?:[-*]|\d+\.)\s+/, '') });
    else if (!isApart && last) last.words += ` ${line.trim()}`;
    isOpen = !isApart && cells.length === 0;
  }
  for (const text of texts) text.words = text.words.replace(/`[^`]*`/g, 'CODE').replace(/\]\([^)]*\)/g, ']');
  return texts;
}

/** Comments, and texts of at least three words: titles of tests, descriptions, messages. JSON has no comments. */
export function textsOfSource(path: string, source: string): { comments: Text[]; strings: Text[] } {
  const { program, comments } = path.endsWith('.json') ? parseSync('json.ts', `(${source})`) : parseSync(path, source);
  const lineOf = (start: number): number => source.slice(0, start).split('\n').length;
  const strings: Text[] = [];
  const add = (words: unknown, start: number): void => {
    if (typeof words === 'string' && /\w+ \w+ \w+/.test(words))
      strings.push({ line: lineOf(start), words: words.replace(/`[^`]*`/g, 'CODE') });
  };
  new Visitor({
    Literal: ({ value, start }) => add(value, start),
    TemplateElement: ({ value, start }) => add(value.cooked, start),
  }).visit(program);
  const read = comments.map(({ start, value }) => ({
    line: lineOf(start),
    words: value
      .replace(/^\s*\*+ ?/gm, ' ')
      .replace(/`[^`]*`|\{\{[\s\S]*?\}\}/g, 'CODE')
      .replace(/\s+/g, ' ')
      .trim(),
  }));
  return { comments: read, strings };
}

/** Sentences of a text; abbreviations do not end one. */
const sentencesOf = (words: string): string[] =>
  words.split(/(?<=(?<!\be\.g|\bi\.e|\bArt|\bNo)[.?!][)"*]*)\s+|\s+(?=@\w|- |\d\. )/);

/** Sentences that are too long. */
export const longSentences = ({ words, isCell }: Text): string[] =>
  sentencesOf(words).filter((each) => !isCell && (each.match(/[\p{L}\p{N}'’-]+/gu) ?? []).length > wordLimit);

/** Sentences whose subject is a relative clause: `Who pays …`, `What is left …`. Questions are allowed. */
export const badOpenings = ({ words }: Text): string[] =>
  sentencesOf(words).filter(
    (each) =>
      /^[^\w[]*(?:Who(?:ever)?|Whom|What(?:ever)?|Those of|So many|Does the same)\b/.test(each) && !each.includes('?'),
  );

/** All faults of the project as sentences. */
function faults(): string[] {
  const found: string[] = [];
  const opening = 'a relative clause as subject';
  const tooLong = `a sentence of more than ${wordLimit} words`;
  const words = new Map<string, string>();
  const look = (path: string, texts: readonly Text[], look: (text: Text) => string[], fault: string): void => {
    for (const text of texts)
      for (const sentence of look(text)) found.push(`${path}:${text.line} has ${fault}: ${sentence}`);
  };
  const note = (path: string, texts: readonly Text[]): void => {
    for (const [index, text] of texts.entries()) words.set(`${path}:${text.line}#${index}`, text.words);
  };
  const files = (pattern: string): string[] =>
    globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', 'dist/**', 'static/**'] }).sort();
  for (const path of files('**/*.md')) {
    const texts = textsOfDocument(readFileSync(at(path), 'utf8'));
    if (path.startsWith('docs/style/')) continue;
    look(path, texts, longSentences, tooLong);
    look(path, texts, badOpenings, opening);
    note(path, texts);
  }
  for (const path of [...files('{client,scripts,server,test,views}/**/*.{ts,tsx,mjs}'), ...files(described)]) {
    // Its tests quote faults.
    if (path.startsWith('scripts/check-english')) continue;
    const { comments, strings } = textsOfSource(path, readFileSync(at(path), 'utf8'));
    look(path, [...comments, ...strings], badOpenings, opening);
    look(path, comments, longSentences, tooLong);
    note(path, strings);
    note(`// ${path}`, comments);
  }
  return [...found, ...termErrors(words, termsOf('en'))];
}

if (import.meta.main) {
  const found = faults();
  for (const fault of found) console.error(fault);
  process.exit(found.length > 0 ? 1 : 0);
}
