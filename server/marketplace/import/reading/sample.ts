import { type FileSample, previewLimits as limits } from '../../../contract/file-preview.js';
import { columnsOf, type ImportKind } from './columns.js';
import type { RowError } from './import-errors.js';
import { ours } from './name-columns.js';
import type { FeedRecord, Fields } from './records.js';

type Row = FileSample['rows'][number];

/** Shortens a text of a file, and replaces its control characters, which no page shows. */
const shown = (text: string, most: number = limits.value): string => {
  const plain = text.slice(0, most + 1).replace(/\p{Cc}+/gu, ' ');
  return plain.length > most ? `${plain.slice(0, most)}…` : plain;
};

/** Collects the beginning of a file as the shop reads it, for a preview. */
export class Sample {
  readonly #columns: FileSample['columns'][number][] = [];
  readonly #rows: Row[] = [];
  #row: Row | null = null;
  #cells = 0;
  held: string | null = null;

  /** @param read returns the values of a row in one spelling */
  constructor(
    private readonly kind: ImportKind,
    private readonly read: (fields: Fields) => Fields,
  ) {}

  get isFull(): boolean {
    return this.#rows.length >= limits.rows;
  }

  header(header: readonly string[], names: readonly (string | null)[]): void {
    for (const [at, name] of header.slice(0, limits.columns).entries()) {
      const meaning = names[at] == null ? null : ours(names[at]);
      this.#columns.push({ header: shown(name, limits.header - 1), meaning, samples: [] });
    }
  }

  cells(cells: readonly string[]): void {
    if (this.#cells++ >= limits.rows) return;
    for (const [at, { samples }] of this.#columns.entries()) {
      const cell = shown(cells[at] ?? '');
      if (cell !== '' && samples.length < limits.samples && !samples.includes(cell)) samples.push(cell);
    }
  }

  /** Begins a row; the next faults belong to it. */
  row({ line, fields }: FeedRecord): void {
    this.#row = null;
    if (this.isFull) return;
    const values = Object.entries(this.read(fields)).map(([name, value]) => [name, shown(value)]);
    this.#row = { line, values: Object.fromEntries(values), faults: [] };
    this.#rows.push(this.#row);
  }

  fault({ field, reason }: RowError, outcome: string): void {
    this.#row?.faults.push({ field, reason, outcome });
  }

  get result(): FileSample {
    const meanings = columnsOf[this.kind].map(({ name }) => name);
    return { columns: this.#columns, meanings, rows: this.#rows, held: this.held };
  }
}
