import { decodeHTMLStrict } from 'entities';
import { type SaxesAttributeNS, SaxesParser } from 'saxes';
import { FeedError } from './import-errors.js';

const deepest = 32;
/** Characters of an element's text, a comment or a tag. */
const maxPieceLength = 1024 * 1024;
const mostAttributes = 50;

export interface XmlHandler {
  /** @param path names of the open elements without prefix, this one last */
  open(path: readonly string[], attributes: Readonly<Record<string, string>>, line: number): void;
  /** @param text without that of inner elements */
  close(path: readonly string[], text: string): void;
}

/**
 * Reads XML piece by piece. Names lose their prefix; a stray `&` is text. Only the five entities of XML and numeric
 * references are expanded.
 * @param allowsDoctype whether to ignore a document type that refers to another file; it is never fetched
 * @throws FeedError for invalid XML, a document type with declarations, and elements too deep or too long
 */
export async function readXml(
  text: AsyncIterable<string>,
  { file, allowsDoctype }: { file: string; allowsDoctype: boolean },
  handler: XmlHandler,
): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const path: string[] = [];
  const texts: string[] = [];
  let length = 0;
  let sinceEvent = 0;
  const refuse = (reason: string): never => {
    throw new FeedError(`${file}, line ${parser.line}: ${reason}.`);
  };
  const addText = (value: string): void => {
    sinceEvent = 0;
    length += value.length;
    if (length > maxPieceLength) refuse('an element has more than 1 MB of text');
    if (texts.length > 0) texts[texts.length - 1] += value;
  };
  parser.on('error', (error) =>
    refuse(`this is not XML (${error.message.replace(/^[\d:]+:?\s*/, '').replace(/\.$/, '')})`),
  );
  parser.on('doctype', (doctype) => {
    if (!allowsDoctype) refuse('a document type (DOCTYPE) is not allowed');
    if (/[[\]]|<!/.test(doctype)) refuse('a document type (DOCTYPE) with declarations of its own is not allowed');
  });
  parser.on('opentag', (tag) => {
    sinceEvent = 0;
    length = 0;
    const attributes = Object.entries(tag.attributes as Record<string, string | SaxesAttributeNS>);
    if (attributes.length > mostAttributes) refuse('an element has more than 50 attributes');
    path.push(localName(tag.name));
    texts.push('');
    if (path.length > deepest) refuse(`elements are nested more than ${deepest} deep`);
    handler.open(
      path,
      Object.fromEntries(attributes.map(([name, value]) => [localName(name), String(value)])),
      parser.line,
    );
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('comment', () => {
    sinceEvent = 0;
  });
  parser.on('closetag', () => {
    sinceEvent = 0;
    length = 0;
    handler.close(path, (texts.pop() ?? '').trim());
    path.pop();
  });
  const ampersands = new StrayAmpersands();
  for await (const piece of text) {
    sinceEvent += piece.length;
    parser.write(ampersands.mend(piece));
    if (sinceEvent > maxPieceLength) refuse('a piece of the file has more than 1 MB without an element');
  }
  parser.write(ampersands.end());
  parser.close();
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const known = /^(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});/;

/**
 * Turns each `&` that begins no reference into `&amp;`, and HTML's names of letters into the letters. The parser would
 * swallow everything from a bare `&` to the next semicolon. CDATA sections stay as they are.
 */
class StrayAmpersands {
  #rest = '';
  #isInCdata = false;

  mend(piece: string): string {
    const text = this.#rest + piece;
    // Holds back enough that no reference and no CDATA mark is cut in two.
    const held = Math.max(text.lastIndexOf('&', text.length - 1), text.lastIndexOf('<'), text.lastIndexOf(']'));
    const at =
      held >= 0 && text.length - held < 12
        ? held - (text[held] === ']' && text[held - 1] === ']' ? 1 : 0)
        : text.length;
    this.#rest = text.slice(at);
    return this.#mendWhole(text.slice(0, at));
  }

  end(): string {
    const rest = this.#rest;
    this.#rest = '';
    return this.#mendWhole(rest);
  }

  #mendWhole(text: string): string {
    let result = '';
    let from = 0;
    while (from < text.length) {
      const mark = this.#isInCdata ? ']]>' : '<![CDATA[';
      const found = text.indexOf(mark, from);
      const to = found === -1 ? text.length : found + mark.length;
      const part = text.slice(from, to);
      result += this.#isInCdata ? clean(part) : clean(mendReferences(part));
      if (found !== -1) this.#isInCdata = !this.#isInCdata;
      from = to;
    }
    return result;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const clean = (text: string): string => text.replace(forbidden, '');

function mendReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:([A-Za-z]{2,8});)?/g, (whole, name: string | undefined, at: number) => {
    if (known.test(text.slice(at + 1, at + 12))) return whole;
    // HTML's names of letters, which XML does not know but shops write.
    const letter = name === undefined ? whole : decodeHTMLStrict(whole);
    return letter === whole ? `&amp;${whole.slice(1)}` : letter.replace('\u00a0', ' ');
  });
}
