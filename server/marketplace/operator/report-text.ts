import { unsoldText } from '../import/report.js';
import { unsoldTexts } from '../offer-store/withheld.js';
import type { CommandInput } from './command-input.js';
import type { Report } from './report.js';
import type { CatalogueReport } from './report-catalogue.js';

const units = ['B', 'kB', 'MB', 'GB', 'TB'];
/** Prints bytes, such as `12.3 MB`. */
export function sizeText(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}

const whole = new Intl.NumberFormat('en-GB');
/** Prints a time to the minute, or `none` instead of null. */
export const time = (iso: string | null, none = ''): string =>
  iso === null ? none : `${iso.slice(0, 16).replace('T', ' ')} UTC`;

/** Aligns rows into columns, numbers to the right. */
export function table(rows: readonly (readonly (string | number)[])[]): string[] {
  const text = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? whole.format(cell) : cell)));
  const widths = (text[0] ?? []).map((_, column) => Math.max(...text.map((row) => row[column]?.length ?? 0)));
  return text.map((row, index) =>
    `  ${row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return typeof rows[index]?.[column] === 'number' ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')}`.trimEnd(),
  );
}

/** Prints rows as JSON or as aligned lines. @param none the sentence for an empty list */
export function sayRows<Row>(
  { json, say }: Pick<CommandInput, 'json' | 'say'>,
  rows: readonly Row[],
  none: string,
  lineOf: (row: Row) => readonly (string | number)[],
  head?: readonly string[],
): void {
  const lines = rows.length === 0 ? [none] : table([...(head ? [head] : []), ...rows.map(lineOf)]);
  say(json ? JSON.stringify(rows, null, 2) : lines.join('\n'));
}

function catalogueText(catalogue: CatalogueReport | string): string[] {
  if (typeof catalogue === 'string') return ['Catalogue', `  ${catalogue}`, ''];
  const { counts, unsold, withheld, withheldOffers, incompleteShops, offers: store, earlier } = catalogue;
  const kind = catalogue.isDemonstration ? ', demonstration' : '';
  return [
    `Catalogue ${catalogue.generation} (${sizeText(catalogue.bytes)}${kind})`,
    `  made ${catalogue.madeAt ? time(catalogue.madeAt) : 'at an unknown time'}, served since ${time(catalogue.activatedAt)}`,
    ...table(Object.entries(counts)),
    `  offers: ${store.file} (${sizeText(store.bytes)}), commit ${whole.format(store.commit)}`,
    ...earlier.map(({ file, bytes }) => `  earlier: ${file} (${sizeText(bytes)})`),
    '',
    'Not sold',
    ...table([
      ...unsold.map(({ reason, offers }) => [offers, `offers: ${unsoldTexts[reason]}`] as const),
      ...withheld.map(({ reason, law, offers }) => [offers, `offers: ${unsoldTexts[reason]} (${law})`] as const),
      [catalogue.productsWithoutOffer, 'products without an offer'],
    ]),
    ...(withheldOffers.length > 0 ? ['', 'Withheld offers, the first by shop'] : []),
    ...table(
      withheldOffers.map(({ shop, offerKey, brand, articleNumber, reason }) => [
        shop,
        offerKey,
        `${brand} ${articleNumber}`,
        unsoldTexts[reason],
      ]),
    ),
    '',
    incompleteShops.length > 0 ? 'Shops whose identity is incomplete' : 'All shops have a complete identity.',
    ...table(
      incompleteShops.map(({ name, offers, missing }) => [
        name || '(no name)',
        offers,
        `offers; no ${missing.join(', ')}`,
      ]),
    ),
    '',
  ];
}

function importText(report: Report['imports'][number]): string[] {
  const catalogue = report.generation ? `, catalogue ${report.generation}` : '';
  const change = report.commit ? `${catalogue}, commit ${whole.format(report.commit)}` : catalogue;
  const outcome = report.outcome === 'unchanged' ? 'nothing changed' : report.outcome;
  return [
    `  ${time(report.startedAt)}  ${report.kind}: ${outcome}${change}, ${report.seconds} s, from ${report.files.join(', ')}`,
    `    ${whole.format(report.rows)} rows, ${whole.format(report.rejected)} rejected, ${whole.format(report.leftOut)} left out`,
    ...(report.refusal ? [`    ${report.refusal}`] : []),
    ...Object.entries(report.reasons)
      .slice(0, 5)
      .map(([reason, times]) => `    ${whole.format(times)} × ${reason}`),
    ...unsoldText(report.unsold).map((line) => `    ${line}`),
    ...report.firstRows.map(
      (row) => `    ${row.file}:${row.line}  ${row.field} “${row.value}” ${row.reason} (${row.outcome})`,
    ),
    ...(report.rejected + report.leftOut > report.firstRows.length ? [`    more in ${report.rowsFile}`] : []),
  ];
}

const retentionText = ({ keeps }: Report['retention'][number]): string => {
  if ('months' in keeps) return `${keeps.months} months`;
  return keeps.hours % 24 === 0 ? `${keeps.hours / 24} days` : `${keeps.hours} hours`;
};

export function reportText({
  at,
  dataDir,
  state,
  catalogue,
  imports,
  withdrawals,
  dataReports,
  retention,
}: Report): string {
  const open = withdrawals.open.map(({ number, receivedAt, locale }) => [number, time(receivedAt), locale] as const);
  const overdue = retention.some((each) => each.overdue > 0);
  return [
    `${dataDir} at ${time(at)}`,
    '',
    ...catalogueText(catalogue),
    imports.length > 0 ? 'Last imports' : 'Nothing has been imported.',
    ...imports.flatMap(importText),
    '',
    `Declarations of withdrawal: ${withdrawals.received} received, ${open.length} open`,
    ...table(open),
    ...(open.length > 0 ? ['  Names and orders: npm run withdrawals'] : []),
    `Errors in the data of articles: ${dataReports.received} reported, ${dataReports.open} open`,
    ...(dataReports.open > 0 ? ['  Which: npm run report -- data'] : []),
    '',
    `State (${state.migration}): ${sizeText(state.bytes)}, ids ${sizeText(state.idsBytes)}, free on the disk ${sizeText(state.freeBytes)}`,
    ...table(Object.entries(state.counts)),
    '',
    'Kept for',
    ...table(
      retention.map((rule) => [
        rule.table,
        retentionText(rule),
        rule.oldest ? `oldest ${time(rule.oldest)}` : 'empty',
        rule.overdue > 0 ? `${rule.overdue} overdue` : '',
      ]),
    ),
    ...(overdue ? ['  Rows are overdue: has the shop been running? Look for retention_failed in its log.'] : []),
  ].join('\n');
}
