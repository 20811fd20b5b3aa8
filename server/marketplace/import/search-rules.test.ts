import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import { testClock } from '../../../test/support/ticking-clock.js';
import type { Wire } from '../../contract/operations/handler-types.js';
import { findFullText } from '../search/full-text.js';
import { openStateStore } from '../state/state-store.js';
import { runImportCommand } from './cli.js';
import { listedQueries } from './compare-searches.js';

const { dataDir, importFile, importTable, withServed } = importFolder();
const nothing = () => undefined;

const find = (term: string, locale: 'de-DE' | 'fr-FR' = 'de-DE'): Promise<Wire<'fullText'>> =>
  withServed((generation) =>
    findFullText(generation, { country: 'DE', sort: 'popularity', page: 1, pageSize: 20, locale, term }, nothing),
  );
const categoriesOf = ({ specific, universal }: Wire<'fullText'>) => [...specific, ...universal].map(({ id }) => id);
const productsOf = ({ products, universalProducts }: Wire<'fullText'>) =>
  [...products, ...universalProducts].map(({ normNumber }) => normNumber);

const head = 'rule;language;words;target;brand;number;category';
/** Makes each row as long as the header. */
const whole = (row: string) => row + ';'.repeat(head.split(';').length - row.split(';').length);
const rules = (...rows: string[]) => importTable('search', head, ...rows.map(whole));
/** A word of the catalogue's title of discs. */
const discs = 'de-title-1523';

test('synonyms find the same results in their language', async () => {
  expect(categoriesOf(await find('knirps'))).toEqual([]);
  expect((await rules(`Synonym;DE;${discs}|Knirps|Schnorps`)).changes).toEqual({ rules: 1, added: 1, removed: 0 });
  for (const term of ['Knirps', 'schnorps']) expect(categoriesOf(await find(term))).toContain(String(ids.discs));
  // A file replaces all rules.
  expect((await rules('stop;;bitte')).changes).toEqual({ rules: 1, added: 1, removed: 1 });
  expect(categoriesOf(await find('knirps'))).toEqual([]);
  expect((await rules('stop;;bitte')).outcome).toBe('unchanged');
  expect(await rules('stop;;danke', 'stop;;bitte')).toMatchObject({ outcome: 'active', changes: { added: 1 } });
  expect((await rules('stop;;danke', 'stop;;bitte')).outcome).toBe('unchanged');
  // Of two rules for the same words the order decides.
  expect((await rules('stop;;bitte', 'stop;;danke')).outcome).toBe('active');
});

test('rules replace words, skip words, and pin results', async () => {
  const before = productsOf(await find(discs));
  expect(before[0]).not.toBe('DISC7');
  await rules(
    'one-way;de;Rundes;nothing',
    `one-way;de;Rundes Eisen;${discs}`,
    'stop;;bittesehr',
    `pin;;${discs};;Brand 2;DISC7`,
    `pin;de;Ölwechsel;;;;${ids.oils}`,
    `pin;de;Trommeln;;;;${ids.drums}`,
  );
  // The longest words first.
  expect(productsOf(await find('bittesehr runde Eisen'))).toEqual(before);
  expect(productsOf(await find('runde Xyzzy'))).toEqual([]);
  // A search of such words alone is read as written.
  expect((await find('bittesehr')).reading.notes).toMatchObject([{ kind: 'unknown', text: 'bittesehr' }]);
  const pinned = productsOf(await find(discs));
  expect([pinned[0], pinned.length, new Set(pinned).size]).toEqual(['DISC7', before.length, before.length]);
  const named = await find('ölwechsel');
  expect([named.named?.id, productsOf(named)]).toEqual([String(ids.oils), []]);
  // No product has this category.
  expect(await find('Trommeln')).toMatchObject({ named: null, specific: [] });
});

test('a redirect leads to a page of the shop', async () => {
  await rules(
    'redirect;de;Rücksendung;/Informationen/Widerruf',
    'redirect;fr;Retour;/Informations/Retractation',
    'redirect;de;ohne;/Informationen/Versand',
  );
  expect((await find('rücksendungen')).redirect).toBe('/Informationen/Widerruf');
  expect((await find('rücksendung bremse')).redirect).toBeNull();
  // Words that no search uses alone are still words of a rule.
  expect([(await find('ohne')).redirect, (await find('mit')).redirect]).toEqual(['/Informationen/Versand', null]);
  expect((await find('rücksendung', 'fr-FR')).redirect).toBeNull();
});

test.each([
  ['nix;de;a;b', 'rule is not one of synonym, one-way, pin, redirect, stop'],
  ['synonym;de;a', 'words is only one; words that mean the same are separated by commas'],
  ['synonym;de;a, ,', 'words is only one; words that mean the same are separated by commas'],
  ['stop;xx;a', 'language is not one of de, fr, es, it, nl; empty means all'],
  ['redirect;de;a;https://elsewhere.example/', 'target is no path of the shop such as /Informationen/Versand'],
  ['redirect;de;a;//elsewhere.example/', 'target is no path of the shop such as /Informationen/Versand'],
  ['redirect;de;a;/\\elsewhere.example/', 'target is no path of the shop such as /Informationen/Versand'],
  ['one-way;de;a', 'target is missing'],
  ['pin;de;a;;;;999999', 'category is the id of no category'],
  ['pin;de;a;;Brand 1;NIX', 'number is no known product of Brand n'],
])('the rule "%s" is rejected: %s', async (row, reason) => {
  const { rejected, reasons } = await rules('stop;;bitte', row);
  expect([rejected, Object.keys(reasons)]).toEqual([1, [reason]]);
});

test('a dry run lists the searches whose answer would change, and changes nothing', async () => {
  const db = await openStateStore(dataDir());
  const counted = { day: '2026-01-01', language: 'de', searches: 9, without_results: 0, corrected: 0 } as const;
  await db
    .insertInto('search_count')
    .values([
      { ...counted, term: 'knirps vorne' },
      { ...counted, term: discs },
    ])
    .execute();
  await db.destroy();
  const [file, list] = [join(dataDir(), 'rules.csv'), join(dataDir(), 'queries.txt')];
  writeFileSync(file, `${head}\n${whole(`synonym;de;${discs}, Knirps`)}\n`);
  writeFileSync(list, 'knirpse\nfr:knirps\n');
  const output: string[] = [];
  const run = ['search', file, '--dry-run', '--queries', list, '--data-dir', dataDir()];
  expect(await runImportCommand(run, {}, testClock, (line) => output.push(line))).toBe(0);
  const text = output.join('\n');
  expect(text).toContain('of 5 queries would get another answer');
  for (const term of ['Knirps', 'knirps vorne', 'knirpse'])
    expect(text).toMatch(new RegExp(`de "${term}": .*, was nothing`));
  expect(text).not.toContain(`"${discs}"`);
  expect(categoriesOf(await find('knirps'))).toEqual([]);
});

test('a dry run asks the words of new rules and of rules that end, in each of their languages', async () => {
  await rules('redirect;fr;Retour;/Informations/Retractation');
  const content = `${head}\n${whole('redirect;;Xyzzy;/Informationen/Versand')}\n`;
  const { notes } = await importFile('search', content, { isDryRun: true });
  expect(notes).toEqual([
    '6 of 6 queries would get another answer',
    ...['de', 'fr', 'es', 'it', 'nl'].map(
      (language) => `${language} "Xyzzy": the page /Informationen/Versand, was nothing`,
    ),
    'fr "Retour": nothing, was the page /Informations/Retractation',
  ]);
});

test('a listed search is in the language before its colon, else it is German as a whole', () => {
  const file = join(dataDir(), 'queries.txt');
  writeFileSync(file, ' fr: phare \n\nzz:knirps\n5w:30\n');
  expect(listedQueries(file)).toEqual([
    { language: 'fr', term: 'phare' },
    { language: 'de', term: 'zz:knirps' },
    { language: 'de', term: '5w:30' },
  ]);
});
