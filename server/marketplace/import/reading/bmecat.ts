import { always, newPrice, type Price, priceOfOne, readPrice, type Span } from './bmecat-price.js';
import { FeedError } from './import-errors.js';
import { type FeedRecord, noFields } from './records.js';
import type { XmlHandler } from './xml.js';

/** Elements of BMEcat 1.2 and 2005 by our names for what they hold. */
const elements: Readonly<Record<string, string>> = {
  SUPPLIER_AID: 'key',
  SUPPLIER_PID: 'key',
  MANUFACTURER_AID: 'number',
  MANUFACTURER_PID: 'number',
  MANUFACTURER_NAME: 'brand',
  EAN: 'gtin',
  DESCRIPTION_SHORT: 'title',
  DELIVERY_TIME: 'handling',
  REFERENCE_FEATURE_GROUP_ID: 'category',
  REFERENCE_FEATURE_GROUP_NAME: 'category',
  CATALOG_GROUP_ID: 'category',
};

/** Content of what is ordered, by the codes of UNECE Recommendation 20. */
const contentUnits: Readonly<Record<string, string>> = {
  LTR: 'l',
  CLT: 'cl',
  MLT: 'ml',
  KGM: 'kg',
  GRM: 'g',
  MTR: 'm',
  CMT: 'cm',
};

/** Codes of single pieces there. */
const pieceUnits = new Set(['C62', 'PCE', 'H87', 'EA']);

interface Mime {
  type: string;
  source: string;
  purpose: string;
  order: number;
}

/** What the header of a catalogue says about all of its articles. */
export interface BmecatHeader {
  /** Whether articles that are not named stay: transactions that update. */
  isUpdate: boolean;
}

/**
 * Articles of a BMEcat catalogue, version 1.2 or 2005, with the price of one piece (bmecat-price.ts). The transaction
 * tells what the file holds, `mode` what is to become of an article: `new`, which is meant where it is absent, and
 * `update` both write it, `delete` takes it off. T_UPDATE_PRICES holds prices of articles that are known by the
 * supplier's number.
 * @param country where it is to be sold from (ISO 3166-1 alpha-2); null = not known
 * @param now milliseconds since 1970
 * @throws FeedError for a transaction that brings no articles
 */
export function bmecatArticles(
  file: string,
  country: string | null,
  now: number,
  onHeader: (header: BmecatHeader) => void,
  onRecord: (record: FeedRecord) => void,
): XmlHandler {
  let line = 0;
  let isPriceOnly = false;
  let fields: Record<string, string> | null = null;
  let prices: Price[] = [];
  let price: Price | null = null;
  /** Of the PRICE_DETAILS that are open; the first of their prices is at this place. */
  let span: Span = always;
  let firstPrice = 0;
  let moment: Moment | null = null;
  let quantity = '1';
  let currency = 'EUR';
  let identifier = '';
  let mimeRoot = '';
  let mimes: Mime[] = [];
  let mime: Mime | null = null;
  let content = { unit: '', amount: '' };
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
      if (path.length === 3 && (name === 'ARTICLE' || name === 'PRODUCT')) {
        fields = noFields();
        const mode = attributes.mode?.trim() ?? '';
        if (mode !== '') fields.mode = mode;
        prices = [];
        quantity = '1';
        mimes = [];
        content = { unit: '', amount: '' };
        moment = null;
        price = null;
        mime = null;
        line = at;
      }
      // Headers and groups of articles have times and files of their own.
      if (!fields) return;
      if (isPriceDetails(name)) {
        span = always;
        firstPrice = prices.length;
      }
      if (name === 'DATETIME') moment = { type: attributes.type ?? '', date: '', time: '', zone: '' };
      if (isPrice(name)) price = newPrice(attributes.price_type ?? '', currency);
      if (name === 'MIME') mime = { type: '', source: '', purpose: '', order: mimes.length + 1 };
      if (name === 'INTERNATIONAL_PID') identifier = attributes.type ?? '';
    },
    close(path, text) {
      const name = path.at(-1) ?? '';
      if (name === 'CURRENCY' && path.at(-2) === 'CATALOG' && text !== '') currency = text;
      if (name === 'MIME_ROOT' && path.at(-2) === 'CATALOG') mimeRoot = text;
      if (!fields) return;
      if (path.length === 3) {
        const ofOne = priceOfOne(prices, quantity, country, now);
        if (ofOne) fields.price = ofOne.price;
        if (ofOne?.span.from) fields.price_from = ofOne.span.from;
        if (ofOne?.span.to) fields.price_to = ofOne.span.to;
        const [image, ...more] = photographs(mimes, mimeRoot);
        if (image !== undefined) fields.image = image;
        if (more.length > 0) fields.more_images = more.join(' ');
        const unit = contentUnits[content.unit.toUpperCase()];
        if (unit !== undefined && Number(content.amount) > 0) fields.content = `${content.amount} ${unit}`;
        if (pieceUnits.has(content.unit.toUpperCase()) && /^\d+$/.test(content.amount))
          fields.pack_size ??= content.amount;
        onRecord(isPriceOnly ? { line, fields, isPriceOnly } : { line, fields });
        fields = null;
      } else if (name === 'PRICE_QUANTITY') quantity = text;
      else if (isPriceDetails(name)) for (const each of prices.slice(firstPrice)) each.span = span;
      else if (moment && name === 'DATETIME') {
        span = spanWith(span, moment.type, writtenTime(moment));
        moment = null;
      } else if (moment) readMoment(moment, name, text);
      else if (/^VALID_(START|END)_DATE$/.test(name)) span = spanWith(span, name.toLowerCase(), text);
      else if (price && isPrice(name)) {
        prices.push(price);
        price = null;
      } else if (price) readPrice(price, name, text);
      else if (mime) mime = closeMime(mime, mimes, name, text);
      else if (name === 'CONTENT_UNIT') content.unit = text;
      else if (name === 'NO_CU_PER_OU') content.amount = text;
      else if (name === 'INTERNATIONAL_PID') {
        if (/^(gtin|ean|upc)$/i.test(identifier)) fields.gtin ??= text;
      } else {
        const ours = elements[name];
        if (ours !== undefined && text !== '') fields[ours] ??= text;
      }
    },
  };
}

interface Moment {
  readonly type: string;
  date: string;
  time: string;
  zone: string;
}
function readMoment(moment: Moment, name: string, text: string): void {
  if (name === 'DATE') moment.date = text;
  else if (name === 'TIME') moment.time = text;
  else if (name === 'TIMEZONE') moment.zone = text;
}
const writtenTime = ({ date, time, zone }: Moment): string => `${date}${time && `T${time}`}${zone}`;
function spanWith(span: Span, type: string, time: string): Span {
  if (type === 'valid_start_date') return { ...span, from: time };
  return type === 'valid_end_date' ? { ...span, to: time } : span;
}

const isPriceDetails = (name: string): boolean => name === 'ARTICLE_PRICE_DETAILS' || name === 'PRODUCT_PRICE_DETAILS';
const isPrice = (name: string): boolean => name === 'ARTICLE_PRICE' || name === 'PRODUCT_PRICE';

/** Takes in an element of a file beside the article; null when it ends. */
function closeMime(mime: Mime, mimes: Mime[], name: string, text: string): Mime | null {
  if (name === 'MIME') {
    mimes.push(mime);
    return null;
  }
  if (name === 'MIME_TYPE') mime.type = text.toLowerCase();
  else if (name === 'MIME_SOURCE') mime.source = text;
  else if (name === 'MIME_PURPOSE') mime.purpose = text.toLowerCase();
  else if (name === 'MIME_ORDER') mime.order = Number(text) || mime.order;
  return mime;
}

/** Addresses of pictures of the article itself, in their order; names of files stand below MIME_ROOT. */
function photographs(mimes: readonly Mime[], root: string): string[] {
  const shown = mimes.filter(({ type, purpose }) => isPicture(type) && /^(|normal|detail|others)$/.test(purpose));
  const base = URL.parse(root.replace(/\/?$/, '/'))?.href;
  return shown
    .sort((a, b) => a.order - b.order)
    .flatMap(({ source }) => URL.parse(source.replaceAll('\\', '/'), base)?.href ?? []);
}

const isPicture = (type: string): boolean => /^(image\/.*|jpe?g|png|gif|webp|url)?$/.test(type);
