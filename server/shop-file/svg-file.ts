import { readFileSync } from 'node:fs';
import { SaxesParser } from 'saxes';

/** A checked drawing of the operator. */
export interface SvgDrawing {
  readonly bytes: Buffer;
  /** Sides of its view box, in its own units. */
  readonly width: number;
  readonly height: number;
}
/** A drawing that cannot be used; the message follows the name of the field. */
export class SvgError extends Error {}

/** A logo or icon is on every page; a notice has a page of its own. */
export const markBytes = 100_000;
export const noticeBytes = 1_000_000;
/** Elements that run code, embed documents or link. */
const refused = new Set('script foreignobject iframe object embed audio video a handler listener'.split(' '));

/** References to an element or a typeface in the file itself. */
const inside = /^(#|data:font\/(woff2?|ttf|otf);base64,[\w+/=]+$)/;

/** Whether a style or an attribute loads a resource. */
function refersElsewhere(text: string): boolean {
  if (/@import|expression\s*\(|\\/i.test(text)) return true;
  return [...text.matchAll(/url\(\s*(["']?)(.*?)\1\s*\)/gi)].some(([, , target = '']) => !inside.test(target));
}

/**
 * Reads a drawing: an SVG without scripts, foreign objects and external references.
 * @throws SvgError
 */
export function readSvg(path: string, isSquare: boolean, maxBytes = markBytes): SvgDrawing {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    throw new SvgError(`cannot be read: there is no file ${path} for this user`);
  }
  if (bytes.length > maxBytes) throw new SvgError(`has ${bytes.length} bytes; at most ${maxBytes} are a drawing`);
  const parser = new SaxesParser();
  const open: string[] = [];
  let box: readonly number[] = [];
  const refuse = (what: string): never => {
    throw new SvgError(what);
  };
  const checkText = (text: string): void => {
    if (open.at(-1) === 'style' && refersElsewhere(text)) refuse('has a style that loads something from elsewhere');
  };
  parser.on('error', ({ message }) => refuse(`is no well-formed SVG: ${message}`));
  parser.on('doctype', () => refuse('has a document type, which a drawing does not need'));
  parser.on('processinginstruction', ({ target }) => refuse(`has an instruction <?${target}?>`));
  parser.on('text', checkText);
  parser.on('cdata', checkText);
  parser.on('opentag', ({ name, attributes }) => {
    const element = (name.split(':').at(-1) ?? '').toLowerCase();
    if (open.length === 0 && element !== 'svg') refuse(`begins with <${name}>, not with <svg>`);
    if (refused.has(element)) refuse(`has an element <${name}>, which a drawing may not have`);
    if (open.length === 0)
      box = (attributes.viewBox ?? '')
        .trim()
        .split(/[\s,]+/)
        .map(Number);
    for (const [attribute, value] of Object.entries(attributes)) {
      const local = (attribute.split(':').at(-1) ?? '').toLowerCase();
      if (local.startsWith('on')) refuse(`has a handler ${attribute} at <${name}>`);
      if (attribute.toLowerCase() === 'xml:base') refuse('has an xml:base, which leads elsewhere');
      const isOwn = value.startsWith('#') || /^data:image\/(png|jpeg|webp);base64,/.test(value);
      if ((local === 'href' || local === 'src') && !isOwn) refuse(`leads elsewhere by ${attribute} at <${name}>`);
      if (refersElsewhere(value)) refuse(`loads something from elsewhere by ${attribute} at <${name}>`);
    }
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.write(bytes.toString('utf8')).close();
  const [, , width = 0, height = 0] = box;
  if (!(width > 0 && height > 0)) throw new SvgError('needs a viewBox with a width and a height');
  if (isSquare && width !== height) throw new SvgError(`must be square; its viewBox is ${width} to ${height}`);
  return { bytes, width, height };
}

/** Places for values in the label of Annex II to Regulation (EU) 2025/1960. All the rest is fixed. */
export const labelPlaces = ['years', 'producer', 'model'] as const;

/**
 * Checks that the operator's file of the label has each of its places once.
 * @throws SvgError
 */
export function checkedLabel(drawing: SvgDrawing): SvgDrawing {
  const text = drawing.bytes.toString('utf8');
  for (const place of labelPlaces) {
    const times = text.split(`{${place}}`).length - 1;
    if (times !== 1)
      throw new SvgError(`has {${place}} ${times} times; it belongs there once, where the label shows it`);
  }
  return drawing;
}
