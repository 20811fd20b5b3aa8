import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import type { ImportKind } from '../columns.js';
import { type Mapping, noMapping } from '../mapping.js';
import { type FeedFacts, readFeed } from './feed.js';
import type { FeedRecord } from './records.js';

const folder = mkdtempSync(join(tmpdir(), 'reading-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
/** The records of a feed of this content, and what is known of it as a whole. */
export async function read(
  content: string | Buffer,
  {
    kind = 'offers' as ImportKind,
    mapping = noMapping as Mapping,
    encoding = null as string | null,
    country = null as string | null,
  } = {},
): Promise<{ records: FeedRecord[]; facts: FeedFacts }> {
  const file = join(folder, `feed-${++count}`);
  writeFileSync(file, content);
  const records: FeedRecord[] = [];
  const facts = await readFeed(file, { kind, mapping, encoding, country }, (record) => records.push(record));
  return { records, facts };
}
/** The fields of its records, each with its line. */
export const fieldsOf = async (content: string | Buffer, kind: ImportKind = 'offers') =>
  (await read(content, { kind })).records.map(({ line, fields }) => ({ line, ...fields }));
/** Why a feed of this content is refused; files are called FILE. */
export const refused = (content: string | Buffer, options: Parameters<typeof read>[1] = {}): Promise<string> =>
  read(content, options).then(
    () => 'was read',
    (error: Error) => error.message.replace(/\S*feed-\d+/, 'FILE'),
  );
