import { documentsPath } from '../../contract/articles.js';
import { RowError } from './reading/import-errors.js';
import type { FeedRecord } from './reading/records.js';
import { plainText } from './values.js';

/** A document of the shop itself: the folder may have folders in it. */
const ownFile = /^\/(?!\.)[^\\?#%]+\.pdf$/i;

/**
 * The address of a document; null where the field is empty.
 * @throws RowError for what is no address over https, nor a file of the shop itself
 */
export function documentAddress(fields: FeedRecord['fields'], field: string): string | null {
  const text = plainText(fields, field, 1000);
  if (text === null) return null;
  const file = text.startsWith(`${documentsPath}/`) ? text.slice(documentsPath.length) : '';
  if (ownFile.test(file) && !file.includes('..')) return text.split('/').map(encodeURIComponent).join('/');
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw new RowError(field, text, `is no address that begins with https://, nor a PDF below ${documentsPath}/`);
  return url.href;
}
