import { languages } from '../contract/languages.js';
import { readTable } from '../marketplace/program/data-table.js';
import type { BulkWriter } from './writer.js';

/** Invented opinions of customers who do not exist; the pages say so, as of everything in the demonstration. */
export function writeReviews(file: string, writer: BulkWriter): void {
  for (const [index, row] of readTable(file, ['language', 'mark', 'date', 'comment']).entries()) {
    const date = row.required('date');
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw row.error('date', 'a date such as 2026-05-31');
    const language = row.oneOf('language', languages);
    writer.insert(
      'review',
      index + 1,
      language,
      row.requiredNumber('mark', 1, 5),
      date,
      row.text('comment'),
      '',
      '',
      0,
    );
  }
}
