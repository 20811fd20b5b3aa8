import type { DatabaseSync } from 'node:sqlite';
import { type Language, languages } from '../../contract/languages.js';
import { attributeKinds } from '../catalogue-file/catalogue-tables.js';
import { isFilterKey } from '../catalogue-file/fill-leaf-columns.js';
import type { Labels } from '../catalogue-texts/own-attributes.js';
import { attributeLabels } from '../catalogue-texts/own-texts.js';
import type { Importer } from './import-target.js';
import { isDeletion } from './offer-fields.js';
import { putRow } from './put-row.js';
import { IncompleteRow, RowError, SkippedRow } from './reading/import-errors.js';
import type { FeedRecord, Fields } from './reading/records.js';
import { updateFromNames } from './update-derived-tables.js';
import { isYes, plainText, requiredText, whole } from './values.js';

type Choice = [code: string, labels: Labels];

/** Keys that the catalogue itself writes among the attributes of a product. */
const taken: ReadonlySet<string> = new Set(['packSize', 'approval', 'viscosity']);
const longestLabel = 80;

/** Imports the operator's own attributes by code. A known attribute keeps what the file does not mention. */
export class AttributeImporter implements Importer {
  readonly incomplete: RowError[] = [];
  hasEffect = false;
  readonly #lines = new Map<string, number>();
  readonly #counts = { added: 0, changed: 0, unchanged: 0, removed: 0 };

  constructor(private readonly database: DatabaseSync) {}

  importRow(record: FeedRecord): void {
    const { fields, line } = record;
    const code = codeOf(fields);
    const known = this.database.prepare('select * from attribute where code = ?').get(code);
    const earlier = this.#lines.get(code);
    if (earlier !== undefined) throw new RowError('code', code, `is already in line ${earlier}`);
    if (isDeletion(record)) {
      this.#remove(code, known !== undefined);
      return;
    }
    const kind = kindOf(fields);
    const [unit, decimals] = [plainText(fields, 'unit', 20), whole(fields, 'decimals', 0, 6)];
    if (kind !== 'number' && unit !== null) throw new RowError('unit', unit, 'is only for kind number');
    if (kind !== 'number' && decimals !== null)
      throw new RowError('decimals', String(decimals), 'is only for kind number');
    const labels = labelsOf(fields, JSON.parse(String(known?.labels ?? '{}')) as Labels);
    const choices = choicesOf(fields, kind, JSON.parse(String(known?.choices ?? '[]')) as Choice[]);
    const [facet, deciding] = [isYes(fields, 'facet'), isYes(fields, 'deciding')];
    this.#lines.set(code, line);
    const isChanged = putRow(this.database, 'attribute', known, {
      code,
      kind,
      unit: kind === 'number' ? (unit ?? known?.unit ?? null) : null,
      decimals: kind === 'number' ? (decimals ?? known?.decimals ?? null) : null,
      labels: JSON.stringify(labels),
      choices: JSON.stringify(choices),
      is_facet: facet ?? known?.is_facet ?? 1,
      is_deciding: deciding ?? known?.is_deciding ?? 0,
    });
    this.#reportMissing(code, labels, choices);
    this.#counts[!known ? 'added' : isChanged ? 'changed' : 'unchanged']++;
  }

  #remove(code: string, isKnown: boolean): void {
    this.hasEffect = true;
    if (!isKnown) throw new SkippedRow('code', code, 'is not there');
    this.database.prepare('delete from attribute where code = ?').run(code);
    this.#counts.removed++;
  }

  #reportMissing(code: string, labels: Labels, choices: readonly Choice[]): void {
    const miss = (field: string, value: string): void => {
      this.incomplete.push(new IncompleteRow(field, value, 'is missing; the code is shown there'));
    };
    for (const language of languages) {
      if (labels[language] === undefined) miss(`label_${language}`, code);
      for (const [choice, words] of choices)
        if (words[language] === undefined && !isSame(choice)) miss(`values_${language}`, `${code}=${choice}`);
    }
  }

  /** Rebuilds the search words, which include labels and choices. */
  finish(): Readonly<Record<string, number>> {
    if (this.#counts.added + this.#counts.changed + this.#counts.removed > 0) updateFromNames(this.database);
    return this.#counts;
  }
}

const isSame = (choice: string): boolean => /\d/.test(choice);

function codeOf(fields: Fields): string {
  const code = requiredText(fields, 'code', 64);
  if (!/^[A-Za-z]\w*$/.test(code)) throw new RowError('code', code, 'is not letters, digits and _ in ASCII');
  if (!isFilterKey(code) || taken.has(code) || Object.hasOwn(attributeLabels, code))
    throw new RowError('code', code, 'is an attribute of the shop itself');
  return code;
}

function kindOf(fields: Fields): (typeof attributeKinds)[number] {
  const text = requiredText(fields, 'kind', 20).toLowerCase().replace('/', '-');
  const kind = attributeKinds.find((each) => each === text);
  if (!kind) throw new RowError('kind', text, `is not one of ${attributeKinds.join(', ')}`);
  return kind;
}

function labelsOf(fields: Fields, known: Labels): Labels {
  const labels = languages.flatMap((language) => {
    const label = plainText(fields, `label_${language}`, longestLabel) ?? known[language];
    return label === undefined ? [] : [[language, label] as const];
  });
  if (labels.length === 0) throw new RowError('label_de', '', 'is missing, and so are those of the other languages');
  return Object.fromEntries(labels);
}

/** Reads `steel; aluminium`, and by language `steel=Stahl; aluminium=Aluminium`. */
function choicesOf(fields: Fields, kind: (typeof attributeKinds)[number], known: readonly Choice[]): Choice[] {
  const columns = ['values', ...languages.map((language) => `values_${language}`)];
  const given = columns.find((column) => fields[column] !== undefined);
  if (kind !== 'choice') {
    if (given) throw new RowError(given, fields[given] ?? '', 'is only for kind choice');
    return [];
  }
  const byLanguage = new Map(languages.map((language) => [language, wordsOf(fields, `values_${language}`)]));
  const codes = plainText(fields, 'values', 4000)
    ?.split(';')
    .map((code) => code.trim())
    .filter(Boolean) ?? [
    ...new Set([...known.map(([code]) => code), ...[...byLanguage.values()].flatMap((words) => [...words.keys()])]),
  ];
  if (codes.length === 0) throw new RowError('values', '', 'is missing, which a choice needs');
  const long = codes.find((code) => code.length > longestLabel);
  if (long !== undefined) throw new RowError('values', long, `has more than ${longestLabel} signs`);
  for (const [language, words] of byLanguage)
    for (const code of words.keys())
      if (!codes.includes(code)) throw new RowError(`values_${language}`, code, `is not one of ${codes.join(', ')}`);
  const before = new Map(known);
  return [...new Set(codes)].map((code) => {
    const labels = languages.flatMap((language): [Language, string][] => {
      const label = byLanguage.get(language)?.get(code) ?? before.get(code)?.[language];
      return label === undefined ? [] : [[language, label]];
    });
    return [code, Object.fromEntries(labels)];
  });
}

function wordsOf(fields: Fields, field: string): Map<string, string> {
  const entries =
    plainText(fields, field, 4000)
      ?.split(';')
      .filter((entry) => entry.trim() !== '') ?? [];
  return new Map(
    entries.map((entry) => {
      const [code = '', label = '', ...others] = entry.split('=').map((part) => part.trim());
      if (code === '' || label === '' || others.length > 0 || label.length > longestLabel)
        throw new RowError(field, entry.trim(), 'is not written as CODE=LABEL');
      return [code, label];
    }),
  );
}
