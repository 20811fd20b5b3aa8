import { columnKey, type ImportKind } from './columns.js';
import { knownSpellings } from './name-columns.js';
import { type FeedRecord, noFields } from './records.js';
import type { XmlHandler } from './xml.js';

/** Separators of columns that an item may repeat. */
const severalTimes: Readonly<Record<string, string>> = { shipping: ',', more_images: ',', attributes: ';' };

/**
 * Reads the items of a Google Merchant Center feed, RSS 2.0 or Atom, with or without prefix `g:`. Repeated attributes
 * join their values. Nested shipping becomes `country:region:service:price`.
 * @param unread gets the names of elements that have no meaning here
 */
export function googleItems(kind: ImportKind, onRecord: (record: FeedRecord) => void, unread: Set<string>): XmlHandler {
  const names = knownSpellings(kind);
  let depth = 0;
  let line = 1;
  let fields = noFields();
  let parts: Record<string, string> = noFields();
  const isItem = (path: readonly string[]): boolean => {
    const name = path.at(-1);
    return (name === 'item' && path.length === 3) || (name === 'entry' && path.length === 2);
  };
  return {
    open(path, _attributes, at) {
      if (isItem(path)) {
        depth = path.length;
        line = at;
        fields = noFields();
      } else if (depth > 0 && path.length === depth + 1) parts = noFields();
    },
    close(path, text) {
      if (depth === 0) return;
      const name = path.at(-1) ?? '';
      if (path.length === depth) {
        onRecord({ line, fields });
        depth = 0;
      } else if (path.length === depth + 2) parts[name] = text;
      else if (path.length === depth + 1) {
        const value = text === '' ? (textOf[name]?.(parts) ?? '') : text;
        const ours = names.get(columnKey(name))?.name;
        if (ours === undefined || ours.includes('#')) return void unread.add(name);
        if (value === '') return;
        const between = severalTimes[ours];
        if (between !== undefined && fields[ours] !== undefined) fields[ours] += between + value;
        // The shop's own category, also a `product_type`, precedes Google's.
        else if (name === 'product_type' || fields[ours] === undefined) fields[ours] = value;
      }
    },
  };
}

/** Attributes with nested parts, as tab-delimited feeds write them. */
const textOf: Readonly<Record<string, (parts: Readonly<Record<string, string>>) => string>> = {
  shipping: ({ country = '', region = '', service = '', price = '' }) =>
    [country, region.replace(/[:,]/g, ' '), service.replace(/[:,]/g, ' '), price].join(':'),
  // The section is a heading above several names.
  product_detail: ({ attribute_name = '', attribute_value = '' }) =>
    attribute_name === '' || attribute_value === ''
      ? ''
      : `${attribute_name.replace(/[;=]/g, ' ')}=${attribute_value.replaceAll(';', ',')}`,
  certification: ({ certification_authority = '', certification_name = '', certification_code = '' }) =>
    [certification_authority, certification_name, certification_code].join(':'),
};
