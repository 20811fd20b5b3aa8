import { CsvError, type Options, parse } from 'csv-parse';
import { FeedRefused } from '../faults.js';
import { type FeedRecord, noFields } from './records.js';

const delimiters = ['\t', ';', ',', '|'] as const;
/** Characters of one row; more is a quote that nobody has closed. */
const longestRow = 256 * 1024;
const longestHeader = 64 * 1024;

export interface TableOptions {
  /** Name of the file, for sentences. */
  readonly file: string;
  /** Null = found in the header. */
  readonly delimiter: string | null;
  /** The names of this program for the columns of the header; null for a column that is not read. @throws FeedRefused */
  readonly nameColumns: (header: readonly string[]) => readonly (string | null)[];
}

interface Parsed {
  record: string[];
  info: { lines: number };
}

/**
 * Reads a table with a header line. Quotes inside a field are tolerated (`3"`), rows of another length are faults.
 * @throws FeedRefused where the header lacks a column, a row is endless, or the file stops in the middle of a row
 */
export async function readTable(
  text: AsyncIterable<string>,
  options: TableOptions,
  onRecord: (record: FeedRecord) => void,
): Promise<void> {
  const { head, rest } = await withHeader(text, options.file);
  const delimiter = options.delimiter ?? delimiterOf(head);
  const parser = parse({
    delimiter,
    quote: '"',
    info: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: delimiter !== '\t',
    max_record_size: longestRow,
    comment: null,
  } as Options);
  const rows = new Rows(options, onRecord);
  let failure: Error | null = null;
  parser.on('error', (error) => {
    failure ??= error;
  });
  parser.on('readable', () => {
    for (let row = parser.read() as Parsed | null; row !== null; row = parser.read() as Parsed | null) {
      if (failure) return;
      try {
        rows.add(row);
      } catch (error) {
        failure = error as Error;
      }
    }
  });
  let last = '';
  for await (const piece of withoutEndlessLines(rest, options.file)) {
    if (failure) break;
    last = piece;
    if (!parser.write(piece)) await settled(parser, 'drain');
  }
  if (!failure) {
    const done = settled(parser, 'end');
    parser.end();
    await done;
  }
  parser.destroy();
  if (failure) throw refusal(options.file, failure);
  rows.end(/[\r\n]$/.test(last));
}

/** Waits for an event or for the parser's failure, which is dealt with by the caller. */
function settled(parser: ReturnType<typeof parse>, event: 'drain' | 'end'): Promise<void> {
  const names = [event, 'error', 'close'];
  return new Promise((resolve) => {
    const done = (): void => {
      for (const name of names) parser.off(name, done);
      resolve();
    };
    for (const name of names) parser.once(name, done);
  });
}

function refusal(file: string, error: Error): Error {
  if (!(error instanceof CsvError)) return error;
  const line = Number(error.lines ?? 0) || 1;
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return new FeedRefused(
      `${file}, line ${line}: a row is longer than ${longestRow / 1024} kB; is a quote not closed?`,
    );
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return new FeedRefused(`${file}, line ${line}: a quote is not closed before the end of the file.`);
  return new FeedRefused(`${file}, line ${line}: this is not a readable table (${error.code}).`);
}

/** The first line, and the whole text again. */
async function withHeader(
  text: AsyncIterable<string>,
  file: string,
): Promise<{ head: string; rest: AsyncIterable<string> }> {
  const pieces = text[Symbol.asyncIterator]();
  let start = '';
  while (!/[\r\n]/.test(start.trimStart())) {
    if (start.length > longestHeader) throw new FeedRefused(`${file}: the first line is longer than 64 kB.`);
    const { value, done } = await pieces.next();
    if (done) break;
    start += value;
  }
  async function* rest(): AsyncGenerator<string> {
    yield start;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
  }
  return { head: start.trimStart().split(/[\r\n]/, 1)[0] ?? '', rest: rest() };
}

/** A row may hold any number of empty fields, which the parser does not count; lines are bounded before it sees them. */
async function* withoutEndlessLines(text: AsyncIterable<string>, file: string): AsyncGenerator<string> {
  let length = 0;
  for await (const piece of text) {
    const first = piece.search(/[\r\n]/);
    const last = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('\r'));
    if (length + (first === -1 ? piece.length : first) > longestRow)
      throw new FeedRefused(`${file}: a line is longer than ${longestRow / 1024} kB.`);
    length = first === -1 ? length + piece.length : piece.length - 1 - last;
    yield piece;
  }
}

/** The sign that occurs most often in the header, outside quotes. */
function delimiterOf(head: string): string {
  const bare = head.replace(/"[^"]*"/g, '');
  const counts = delimiters.map((sign) => ({ sign, count: bare.split(sign).length - 1 }));
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).sign;
}

/** Tells rows apart into columns. */
class Rows {
  #names: readonly (string | null)[] | null = null;
  #width = 0;
  /** Lines above the row at hand. */
  #above = 0;
  /** Set while the last row is too short, which at the end of the file means that it was cut off. */
  #shortLine: number | null = null;

  constructor(
    private readonly options: TableOptions,
    private readonly onRecord: (record: FeedRecord) => void,
  ) {}

  add({ record, info }: Parsed): void {
    const line = this.#above + 1;
    this.#above = info.lines;
    if (!this.#names) {
      this.#names = this.options.nameColumns(record.map((name) => name.trim()));
      this.#width = record.length;
      return;
    }
    // A delimiter too many at the end of each line is common and harmless.
    while (record.length > this.#width && record.at(-1) === '') record.pop();
    this.#shortLine = record.length < this.#width ? line : null;
    const fields = noFields();
    for (const [index, name] of this.#names.entries()) {
      const value = record[index];
      if (name !== null && value !== undefined && value !== '') fields[name] ??= value;
    }
    if (record.length === this.#width) this.onRecord({ line, fields });
    else this.onRecord({ line, fields, fault: `has ${record.length} columns, the header has ${this.#width}` });
  }

  /** @param isEnded whether the file ends with a line break */
  end(isEnded: boolean): void {
    const { file } = this.options;
    if (!this.#names) throw new FeedRefused(`${file} has no header line.`);
    if (this.#shortLine !== null && !isEnded)
      throw new FeedRefused(`${file}, line ${this.#shortLine}: the file stops in the middle of a row; it was cut off.`);
  }
}
