import { CsvError, type Options, parse } from 'csv-parse';
import { FeedError } from './import-errors.js';
import { type FeedRecord, noFields } from './records.js';

const delimiters = ['\t', ';', ',', '|'] as const;
/** A longer row has a quote that is never closed. */
const maxRowChars = 256 * 1024;
const maxHeaderChars = 64 * 1024;
/** Excel's line `sep=` above the header names the delimiter. Other programs may pad it with delimiters. */
const delimiterLine = /^\s*"?sep=(\t|[^\n"])"?[;,|\t ]*\n/i;

export interface TableOptions {
  readonly file: string;
  /** Separator of the columns; null to detect it. */
  readonly delimiter: string | null;
  /** Returns our names for the columns of a header; null = the column is ignored. @throws FeedError */
  readonly nameColumns: (header: readonly string[]) => readonly (string | null)[];
  /** Receives the cells of each row below the header. */
  readonly onCells?: ((cells: readonly string[]) => void) | undefined;
}

interface Parsed {
  record: string[];
  info: { lines: number };
}

/**
 * Reads a table with a header line. Quotes inside a field are tolerated (`3"`). Rows of another length are errors.
 * @throws FeedError for a missing column, an endless row, and a file that stops in the middle of a row
 */
export async function readTable(
  text: AsyncIterable<string>,
  options: TableOptions,
  onRecord: (record: FeedRecord) => void,
): Promise<void> {
  const { head, declared, above, rest } = await withHeader(withOneLineEnd(text), options.file);
  const delimiter = options.delimiter ?? declared ?? delimiterOf(head);
  const parser = parse({
    delimiter,
    quote: '"',
    record_delimiter: '\n',
    info: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: delimiter !== '\t',
    max_record_size: maxRowChars,
    comment: null,
  } as Options);
  const rows = new Rows(options, onRecord, above);
  let failure: Error | null = null;
  parser.on('error', (error) => {
    failure ??= error;
  });
  parser.on('readable', () => {
    try {
      for (let row = parser.read() as Parsed | null; row !== null; row = parser.read() as Parsed | null) rows.add(row);
    } catch (error) {
      failure ??= error as Error;
      // Nobody reads the stream any more, so it would never end by itself.
      parser.destroy();
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
  rows.end(last.endsWith('\n'));
}

/** Waits for an event or for the parser's failure, which the caller handles. */
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
    return new FeedError(`${file}, line ${line}: a row exceeds ${maxRowChars / 1024} kB; is a quote not closed?`);
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return new FeedError(`${file}, line ${line}: a quote is not closed before the end of the file.`);
  return new FeedError(`${file}, line ${line}: this is not a readable table (${error.code}).`);
}

/** Splits off the header and the line above it that names the delimiter. `rest` begins with the header. */
async function withHeader(
  text: AsyncIterable<string>,
  file: string,
): Promise<{ head: string; declared: string | null; above: number; rest: AsyncIterable<string> }> {
  const pieces = text[Symbol.asyncIterator]();
  let start = '';
  while (!start.trimStart().includes('\n')) {
    if (start.length > maxHeaderChars) throw new FeedError(`${file}: the first line is longer than 64 kB.`);
    const { value, done } = await pieces.next();
    if (done) break;
    start += value;
  }
  const [line, declared = null] = delimiterLine.exec(start) ?? [''];
  start = start.slice(line.length);
  async function* rest(): AsyncGenerator<string> {
    yield start;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
  }
  const above = line.split('\n').length - 1;
  return { head: start.trimStart().split('\n', 1)[0] ?? '', declared, above, rest: rest() };
}

/** Turns CRLF, CR and LF into LF; joined files mix them. */
async function* withOneLineEnd(text: AsyncIterable<string>): AsyncGenerator<string> {
  let isHeld = false;
  for await (const piece of text) {
    const whole: string = isHeld ? `\r${piece}` : piece;
    // The next piece shows whether a CR at the end is half of a CRLF.
    isHeld = whole.endsWith('\r');
    const ready = isHeld ? whole.slice(0, -1) : whole;
    yield ready.includes('\r') ? ready.replace(/\r\n?/g, '\n') : ready;
  }
  if (isHeld) yield '\n';
}

/** Limits lines, because the parser does not count empty fields. */
async function* withoutEndlessLines(text: AsyncIterable<string>, file: string): AsyncGenerator<string> {
  let length = 0;
  for await (const piece of text) {
    const first = piece.indexOf('\n');
    const last = piece.lastIndexOf('\n');
    if (length + (first === -1 ? piece.length : first) > maxRowChars)
      throw new FeedError(`${file}: a line is longer than ${maxRowChars / 1024} kB.`);
    length = first === -1 ? length + piece.length : piece.length - 1 - last;
    yield piece;
  }
}

/** The delimiter that occurs most often in the header, outside quotes. */
function delimiterOf(head: string): string {
  const bare = head.replace(/"[^"]*"/g, '');
  const counts = delimiters.map((sign) => ({ sign, count: bare.split(sign).length - 1 }));
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).sign;
}

class Rows {
  #names: readonly (string | null)[] | null = null;
  #width = 0;
  /** Lines above the current row, without those above the header. */
  #above = 0;
  /** Line of the last row while it is too short. At the end of the file this means that the file was cut off. */
  #shortLine: number | null = null;

  constructor(
    private readonly options: TableOptions,
    private readonly onRecord: (record: FeedRecord) => void,
    /** Lines above the header, which the parser has not seen. */
    private readonly before: number,
  ) {}

  add({ record, info }: Parsed): void {
    const line = this.before + this.#above + 1;
    this.#above = info.lines;
    if (!this.#names) {
      this.#names = this.options.nameColumns(record.map((name) => name.trim()));
      this.#width = record.length;
      return;
    }
    // Many programs end each line with a superfluous delimiter.
    while (record.length > this.#width && record.at(-1) === '') record.pop();
    this.#shortLine = record.length < this.#width ? line : null;
    this.options.onCells?.(record);
    const fields = noFields();
    for (const [index, name] of this.#names.entries()) {
      const value = record[index];
      if (name !== null && value !== undefined && value !== '') fields[name] ??= value;
    }
    if (record.length === this.#width) this.onRecord({ line, fields });
    else this.onRecord({ line, fields, error: `has ${record.length} columns, the header has ${this.#width}` });
  }

  /** @param isEnded whether the file ends with a line break */
  end(isEnded: boolean): void {
    const { file } = this.options;
    if (!this.#names) throw new FeedError(`${file} has no header line.`);
    if (this.#shortLine !== null && !isEnded)
      throw new FeedError(`${file}, line ${this.#shortLine}: the file stops in the middle of a row; it was cut off.`);
  }
}
