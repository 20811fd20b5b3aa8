import type { UnreadColumn } from '../../../contract/problem.js';
import { bmecatArticles } from './bmecat.js';
import type { ImportKind } from './columns.js';
import { readTable } from './csv.js';
import { findEncoding, textOf } from './encoding.js';
import { googleItems } from './google.js';
import { FeedError, HeaderError } from './import-errors.js';
import { sizeOf } from './input.js';
import { type Mapping, valueMapper } from './mapping.js';
import { foldAlternatives, nameColumns } from './name-columns.js';
import type { FeedRecord } from './records.js';
import type { Sample } from './sample.js';
import { unreadColumns } from './unread-columns.js';
import { readXml } from './xml.js';

export type FeedFormat = 'table' | 'google' | 'bmecat';

export interface FeedReading {
  readonly kind: ImportKind;
  readonly mapping: Mapping;
  /** Requested by the operator; null = detected. */
  readonly encoding: string | null;
  /** Country of the shop whose prices count (ISO 3166-1 alpha-2); null = not known. */
  readonly country?: string | null;
  /** Whether rows have some values of known offers, so that only the key is required. */
  readonly isPartial?: boolean;
  /** Time of reading in milliseconds since 1970. */
  readonly now: number;
  /** Receives the beginning of the file, also if its header is refused. */
  readonly sample?: Sample | null;
  /** Receives how many bytes of the file were read. */
  readonly onProgress?: (read: number, size: number) => void;
}

export interface FeedFacts {
  readonly format: FeedFormat;
  readonly encoding: string;
  readonly note: string | null;
  /** Whether the file declares that offers stay which it does not name. */
  readonly isUpdate: boolean;
  /** Columns of a table, or elements of Google's items, that were not read. */
  readonly unread: readonly UnreadColumn[];
}

/**
 * Reads a file row by row: a table, a Google Merchant Center feed or a BMEcat catalogue, detected by its content.
 * @throws FeedError if the file as a whole cannot be read
 */
export async function readFeed(
  file: string,
  { kind, mapping, encoding, country = null, isPartial = false, now, sample = null, onProgress }: FeedReading,
  onRecord: (record: FeedRecord) => void,
): Promise<FeedFacts> {
  const size = sizeOf(file);
  const found = await findEncoding(file, encoding ?? mapping.encoding ?? null);
  const text = textOf(file, found.encoding, (read) => onProgress?.(read, size));
  const format = formatOf(file, kind, found.start);
  const map = valueMapper(mapping);
  let isUpdate = false;
  let hasAlternatives = false;
  let unread: readonly UnreadColumn[] = [];
  let refusal = null as HeaderError | null;
  const namesOf = (header: readonly string[]) => {
    try {
      return nameColumns(file, kind, mapping, header, isPartial);
    } catch (error) {
      if (!(error instanceof HeaderError) || !sample) throw error;
      refusal = error;
      return { names: error.names, unread: [] };
    }
  };
  const take = (record: FeedRecord): void => {
    if (hasAlternatives) foldAlternatives(record.fields as Record<string, string>);
    const mapped = map(record);
    if (mapped && !refusal) onRecord(mapped);
    else if (mapped) sample?.row(mapped);
    if (refusal && sample?.isFull) throw refusal;
  };
  if (format === 'table') {
    const name = (header: readonly string[]) => {
      const { names, unread: others } = namesOf(header);
      sample?.header(header, names);
      unread = others;
      hasAlternatives = names.some((each) => each?.includes('#'));
      return names;
    };
    const onCells = sample ? (cells: readonly string[]) => sample.cells(cells) : undefined;
    await readTable(text, { file, delimiter: mapping.delimiter ?? null, nameColumns: name, onCells }, take);
    if (refusal) throw refusal;
  } else if (format === 'google') {
    const others = new Set<string>();
    await readXml(text, { file, allowsDoctype: false }, googleItems(kind, take, others));
    unread = unreadColumns(kind, [...others]);
  } else {
    const onHeader = (header: { isUpdate: boolean }): void => {
      isUpdate = header.isUpdate;
    };
    await readXml(text, { file, allowsDoctype: true }, bmecatArticles(file, country, now, onHeader, take));
  }
  return { format, encoding: found.encoding, note: found.note, isUpdate, unread };
}

function formatOf(file: string, kind: ImportKind, start: string): FeedFormat {
  const text = start.trimStart();
  if (/^[[{]\s*["{[]/.test(text))
    throw new FeedError(
      `${file} is JSON; ${kind} are read from tables (CSV or TSV), or from XML where a standard has it.`,
    );
  if (!text.startsWith('<')) return 'table';
  if (kind !== 'products' && kind !== 'offers')
    throw new FeedError(`${file} is XML; ${kind} are read from tables (CSV or TSV).`);
  const root = /<(?:\w+:)?([A-Za-z]\w*)[\s>/]/.exec(
    text.replace(/<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*/gi, ''),
  )?.[1];
  if (root === 'rss' || root === 'feed') return 'google';
  if (root === 'BMECAT') return 'bmecat';
  if (/<!DOCTYPE/i.test(text)) return 'google';
  throw new FeedError(`${file} is XML of a kind that is not known: it begins with <${(root ?? '').slice(0, 40)}>.`);
}
