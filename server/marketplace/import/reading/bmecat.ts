import { always, type Price, priceOfOne, type Span } from './bmecat-price.js';
import written from './data/bmecat.json' with { type: 'json' };
import { FeedError } from './import-errors.js';
import { type FeedRecord, type Fields, noFields } from './records.js';
import type { XmlHandler } from './xml.js';

/** Our columns by elements of BMEcat 1.2 and 2005, and codes of UNECE Recommendation 20 for units and single pieces. */
const columns: Readonly<Record<string, string>> = written.columns;
const contentUnits: Readonly<Record<string, string>> = written.contentUnits;

/** An element of an article, with the elements that belong to it. */
interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  readonly inside: Element[];
}

/** An element belongs to the nearest of these around it. */
const groups = /^(?:(?:ARTICLE|PRODUCT)(?:_PRICE(?:_DETAILS)?)?|DATETIME|MIME)$/;
/** Limit for one article, which is held in memory. */
const mostElements = 20_000;

/** The last element of a name, as BMEcat names values. */
const valueIn = ({ inside }: Element, name: string, usual = ''): string =>
  inside.findLast((each) => each.name === name)?.text ?? usual;

/**
 * Reads the articles of a BMEcat catalogue, version 1.2 or 2005. The transaction says whether articles stay that the
 * file does not name. T_UPDATE_PRICES holds prices of articles that the shop knows by the supplier's number. `mode` of
 * an article is `new`, which is the default, `update` or `delete`.
 * @param country of the shop (ISO 3166-1 alpha-2); null = not known
 * @param now milliseconds since 1970
 * @param onHeader receives whether articles stay that the file does not name
 * @throws FeedError for an unknown transaction, and for an article of more than 20,000 elements
 */
export function bmecatArticles(
  file: string,
  country: string | null,
  now: number,
  onHeader: (header: { isUpdate: boolean }) => void,
  onRecord: (record: FeedRecord) => void,
): XmlHandler {
  const catalogue = { currency: 'EUR', mimeRoot: '', country, now };
  /** Open elements of the article, itself first; empty between articles. */
  const open: Element[] = [];
  let line = 0;
  let count = 0;
  let isPriceOnly = false;
  return {
    open(path, attributes, at) {
      const name = path.at(-1) ?? '';
      if (path.length === 1 && name !== 'BMECAT') throw new FeedError(`${file} is not a BMEcat catalogue.`);
      if (path.length === 2 && name.startsWith('T_')) {
        if (!/^T_(NEW_CATALOG|UPDATE_PRODUCTS|UPDATE_PRICES)$/.test(name))
          throw new FeedError(`${file}, line ${at}: the transaction ${name.slice(0, 40)} is not known.`);
        onHeader({ isUpdate: name !== 'T_NEW_CATALOG' });
        isPriceOnly = name === 'T_UPDATE_PRICES';
      }
      const isArticle = path.length === 3 && (name === 'ARTICLE' || name === 'PRODUCT');
      if (isArticle) [line, count] = [at, 0];
      else if (open.length === 0) return;
      if (++count > mostElements)
        throw new FeedError(`${file}, line ${line}: an article has more than ${mostElements} elements.`);
      open.push({ name, attributes, text: '', inside: [] });
    },
    close(path, text) {
      const element = open.pop();
      if (element) {
        element.text = text;
        const around = open.findLast(({ name }) => groups.test(name));
        if (around) around.inside.push(element);
        else onRecord({ line, fields: fieldsOf(element, catalogue), ...(isPriceOnly && { isPriceOnly }) });
      } else if (path.at(-2) === 'CATALOG') {
        if (path.at(-1) === 'CURRENCY' && text !== '') catalogue.currency = text;
        if (path.at(-1) === 'MIME_ROOT') catalogue.mimeRoot = text;
      }
    },
  };
}

function fieldsOf(
  article: Element,
  { currency, mimeRoot, country, now }: { currency: string; mimeRoot: string; country: string | null; now: number },
): Fields {
  const fields = noFields();
  const mode = article.attributes.mode?.trim();
  if (mode) fields.mode = mode;
  for (const { name, attributes, text } of article.inside) {
    const isGtin = name === 'INTERNATIONAL_PID' && /^(gtin|ean|upc)$/i.test(attributes.type ?? '');
    const ours = isGtin ? 'gtin' : columns[name];
    if (ours !== undefined && text !== '') fields[ours] ??= text;
  }
  const found = priceOfOne(pricesOf(article, currency), valueIn(article, 'PRICE_QUANTITY', '1'), country, now);
  if (found) fields.price = found.price;
  if (found?.span.from) fields.price_from = found.span.from;
  if (found?.span.to) fields.price_to = found.span.to;
  const [image, ...more] = photographsOf(article, mimeRoot);
  if (image !== undefined) fields.image = image;
  if (more.length > 0) fields.more_images = more.join(' ');
  const [code, amount] = [valueIn(article, 'CONTENT_UNIT').toUpperCase(), valueIn(article, 'NO_CU_PER_OU')];
  const unit = contentUnits[code];
  if (unit !== undefined && Number(amount) > 0) fields.content = `${amount} ${unit}`;
  if (written.pieceUnits.includes(code) && /^\d+$/.test(amount)) fields.pack_size = amount;
  return fields;
}

function pricesOf(article: Element, currency: string): Price[] {
  const isDetails = ({ name }: Element): boolean => /^(?:ARTICLE|PRODUCT)_PRICE_DETAILS$/.test(name);
  const isPrice = ({ name }: Element): boolean => /^(?:ARTICLE|PRODUCT)_PRICE$/.test(name);
  const priceOf = (price: Element, span: Span): Price => ({
    type: price.attributes.price_type ?? '',
    amount: valueIn(price, 'PRICE_AMOUNT'),
    currency: valueIn(price, 'PRICE_CURRENCY', currency),
    tax: valueIn(price, 'TAX'),
    factor: valueIn(price, 'PRICE_FACTOR', '1'),
    unit: valueIn(price, 'PRICE_UNIT_FACTOR', '1'),
    from: Number(valueIn(price, 'LOWER_BOUND', '1')),
    territories: price.inside.filter(({ name }) => name === 'TERRITORY').map(({ text }) => text.toUpperCase()),
    span,
  });
  return article.inside.flatMap((each) => {
    if (isPrice(each)) return [priceOf(each, always)];
    return isDetails(each) ? each.inside.filter(isPrice).map((price) => priceOf(price, spanOf(each))) : [];
  });
}

/** The times of PRICE_DETAILS, which version 1.2 writes as DATETIME. */
function spanOf({ inside }: Element): Span {
  const timeOf = (type: string): string => {
    const typeOf = ({ name, attributes }: Element) => (name === 'DATETIME' ? attributes.type : name.toLowerCase());
    const found = inside.findLast((each) => typeOf(each) === type);
    if (found?.name !== 'DATETIME') return found?.text ?? '';
    const time = valueIn(found, 'TIME');
    return `${valueIn(found, 'DATE')}${time && `T${time}`}${valueIn(found, 'TIMEZONE')}`;
  };
  return { from: timeOf('valid_start_date'), to: timeOf('valid_end_date') };
}

/** Addresses of the article's own pictures in their order; file names are below MIME_ROOT. */
function photographsOf(article: Element, root: string): string[] {
  const base = URL.parse(root.replace(/\/?$/, '/'))?.href;
  return article.inside
    .filter(({ name }) => name === 'MIME')
    .map((mime, index) => ({ mime, order: Number(valueIn(mime, 'MIME_ORDER')) || index + 1 }))
    .filter(({ mime }) => isPicture(valueIn(mime, 'MIME_TYPE')) && isOfArticle(valueIn(mime, 'MIME_PURPOSE')))
    .sort((a, b) => a.order - b.order)
    .flatMap(({ mime }) => URL.parse(valueIn(mime, 'MIME_SOURCE').replaceAll('\\', '/'), base)?.href ?? []);
}

const isPicture = (type: string): boolean => /^(image\/.*|jpe?g|png|gif|webp|url)?$/i.test(type);
const isOfArticle = (purpose: string): boolean => /^(|normal|detail|others)$/i.test(purpose);
