import { inLanguages } from '../contract/languages.js';
import { joinApprovals } from '../marketplace/catalogue-file/approvals.js';
import { readTable } from '../marketplace/program/data-table.js';
import type { Notes } from './fitment-notes.js';
import { texts } from './texts.js';
import type { VehicleTables } from './vehicle-tables.js';
import type { BulkWriter } from './writer.js';

const motorOil = 2447;

const yearOf = (month: number | null): number => Math.floor((month ?? 0) / 12);

/**
 * Writes the approvals of motor oil that cars need, so that a shop without data of its own shows verdicts. The first
 * row of the table that applies to a car counts. Cars of other makes have no known need.
 */
export function writeModelApprovals(file: string, { models }: VehicleTables, notes: Notes, writer: BulkWriter): void {
  const rules = readTable(file, ['makes', 'fuel', 'from', 'to', 'approvals']).map((row) => ({
    makes: new Set(row.required('makes').split(', ')),
    fuel: row.text('fuel') && row.oneOf('fuel', ['diesel', 'petrol']),
    from: row.number('from', 1900, 2100) ?? 0,
    to: row.number('to', 1900, 2100) ?? 9999,
    approvals: joinApprovals(row.required('approvals').split(', ')),
  }));
  // Each verdict says that the list is invented.
  const noteId = notes.idOf(inLanguages((language) => texts[language].conditions.oilApprovals));
  for (const { number, row, series } of [...models].sort((a, b) => a.number - b.number)) {
    if (row.fuel === 'electric') continue;
    const begin = yearOf(row.from);
    const rule = rules.find(
      ({ makes, fuel, from, to }) =>
        makes.has(series.make.name) && (fuel === '' || row.fuel === fuel) && begin >= from && begin <= to,
    );
    if (rule) writer.insert('model_approval', number, motorOil, rule.approvals, noteId);
  }
}
