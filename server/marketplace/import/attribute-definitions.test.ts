import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ids } from '../../../test/fixtures/marketplace/catalogue/small-catalogue-rows.js';
import { importFolder } from '../../../test/fixtures/marketplace/import/import-folder.js';
import type { Locale } from '../../contract/locales.js';
import type { Wire } from '../../contract/operations/handler-types.js';
import { list } from '../catalogue/listing.js';
import { reportImports } from '../operator/report.js';
import { findFullText } from '../search/full-text.js';

const { dataDir, importTable, served, withServed } = importFolder();
const nothing = () => undefined;

const request = { country: 'DE', sort: 'popularity', page: 1, pageSize: 20 } as const;
const pads = (locale: Locale): Promise<Wire<'listing'>> =>
  withServed((generation) =>
    list(generation, { ...request, locale, first: 'x', second: 'y', tail: `--${ids.pads}` }, nothing),
  );

const labels = (...words: string[]) =>
  Object.fromEntries(['de', 'fr', 'es', 'it', 'nl'].map((language, at) => [`label_${language}`, words[at] ?? '']));
const coating = {
  code: 'coating',
  kind: 'choice',
  ...labels('Beschichtung', 'Revêtement', 'Revestimiento', 'Rivestimento', 'Coating'),
  values: 'zinc; paint',
  values_de: 'zinc=Zink; paint=Lack',
  values_fr: 'zinc=Zinc; paint=Laque',
  values_es: 'zinc=Cinc; paint=Laca',
  values_it: 'zinc=Zinco; paint=Vernice',
  values_nl: 'zinc=Zink; paint=Lak',
  deciding: 'ja',
};
const runout = {
  code: 'runout',
  kind: 'number',
  unit: 'mm',
  decimals: '2',
  facet: '0',
  ...labels('Schlag', 'Voile', 'Alabeo', 'Scostamento', 'Slag'),
};
const mounted = {
  code: 'mounted',
  kind: 'Yes/No',
  ...labels('Einbaufertig', 'Prête à monter', 'Lista para montar', 'Pronto al montaggio', 'Montageklaar'),
};
const define = (...rows: Readonly<Record<string, string>>[]) => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return importTable(
    'attributes',
    columns.join(';'),
    ...rows.map((row) => columns.map((column) => `"${row[column] ?? ''}"`).join(';')),
  );
};
const products = (...rows: string[]) =>
  importTable('products', 'brand;number;category;attributes', ...rows.map((row) => `Brand 1;${row}`));

describe('the operator’s own attributes', () => {
  test('specifications, filters and measures show names and values in each language', async () => {
    expect((await define(coating, runout, mounted)).changes).toMatchObject({ added: 3 });
    const summary = await products(
      `PAD1;${ids.pads};"Beschichtung=Zink; Schlag [mm]=0,5; Prête à monter=oui"`,
      `PAD2;${ids.pads};"coating=LAQUE; runout=0.25 mm; mounted=no"`,
    );
    expect([summary.outcome, summary.reasons]).toEqual(['active', {}]);
    expect(served("select attributes from product where norm_number = 'PAD2'")?.attributes).toBe(
      '[["coating","paint",null],["runout","0.25","mm"],["mounted","no",null]]',
    );
    const [german, spanish] = [await pads('de-DE'), await pads('es-ES')];
    expect(german.spareParts.find(({ normNumber }) => normNumber === 'PAD1')?.attributes).toMatchObject([
      { label: 'Beschichtung', value: 'Zink', unit: null },
      { label: 'Schlag', value: '0,50', unit: 'mm' },
      { label: 'Einbaufertig', value: 'ja', unit: null },
    ]);
    const filter = (listing: Wire<'listing'>, key: string) => listing.filters.find((each) => each.key === key);
    expect(filter(spanish, 'coating')).toMatchObject({
      label: 'Revestimiento',
      attributes: [
        { value: 'zinc', label: 'Cinc' },
        { value: 'paint', label: 'Laca' },
      ].toSorted((a, b) => a.label.localeCompare(b.label, 'es')),
    });
    expect(filter(spanish, 'runout')).toBeUndefined();
    expect(german.measures?.map(({ label }) => label).toSorted()).toEqual(['Lack', 'Zink']);
  });

  test('a search finds a measure by its name in each language', async () => {
    await define(runout);
    await products(`PAD1;${ids.pads};runout=0.50`, `PAD2;${ids.pads};"runout=0.25;thickness=0.5 mm"`);
    const found = (locale: Locale, term: string) =>
      withServed((generation) => findFullText(generation, { ...request, locale, term }, nothing));
    const filtersOf = async (locale: Locale, name: string) => {
      const { reading } = await found(locale, `${locale.slice(0, 2)}-title-${ids.pads} ${name} 0,5 mm`);
      return Buffer.from(reading?.f ?? '', 'base64url').toString();
    };
    const filters = '[{"key":"runout","values":["0.5"]}]';
    expect([await filtersOf('de-DE', 'Schlag'), await filtersOf('it-IT', 'scostamento')]).toEqual([filters, filters]);
  });

  test('a search finds a choice by its new name', async () => {
    await define(coating);
    await products(`PAD1;${ids.pads};coating=zinc`, `PAD2;${ids.pads};coating=paint`);
    await define({ ...coating, values_de: 'zinc=Galvanik; paint=Lack' });
    const { reading } = await withServed((generation) =>
      findFullText(generation, { ...request, locale: 'de-DE', term: `de-title-${ids.pads} Galvanik` }, nothing),
    );
    expect(Buffer.from(reading?.f ?? '', 'base64url').toString()).toBe('[{"key":"coating","values":["zinc"]}]');
  });

  test('of two attributes with one label, the first in the order of their codes has the value', async () => {
    await define(...['later', 'early'].map((code) => ({ code, kind: 'text', label_de: 'Zeichen' })));
    await products(`PAD1;${ids.pads};Zeichen=x`);
    expect(served(`select attributes from product where id = ${ids.pad}`)?.attributes).toBe('[["early","x",null]]');
  });

  test('a text has 120 signs at most', async () => {
    await define({ code: 'remark', kind: 'text', label_de: 'Bemerkung' });
    const { reasons } = await products(
      ...[120, 121].map((length) => `PAD${length};${ids.pads};remark=${'y'.repeat(length)}`),
    );
    expect(reasons).toEqual({ 'attributes has a value of more than n signs; it is left out': 1 });
    expect(served("select attributes from product where norm_number = 'PAD120'")?.attributes).toContain('yyy');
  });

  test('an import leaves an undefined value out of the product and reports it', async () => {
    await define(coating, runout, mounted);
    const summary = await products(
      `PAD2;${ids.pads};"coating=gold; runout=0,5 cm; mounted=vielleicht; Farbe=rot"`,
      `PAD3;${ids.pads};"runout=viel"`,
      `PAD4;${ids.pads};"Schlag [cm]=5"`,
    );
    expect([summary.rejected, summary.reasons]).toEqual([
      0,
      {
        'attributes is not one of zinc, paint; it is left out': 1,
        'attributes is not in mm; it is left out': 2,
        'attributes is neither yes nor no; it is left out': 1,
        'attributes is no number; it is left out': 1,
      },
    ]);
    expect(served("select attributes from product where norm_number = 'PAD2'")?.attributes).toBe(
      '[["Farbe","rot",null]]',
    );
  });

  test('an attribute without a label in a language shows its code there, and the report says so', async () => {
    const summary = await define({
      code: 'hub_depth',
      kind: 'number',
      unit: 'mm',
      ...labels('Nabentiefe', '', 'Prof.', 'Prof.', 'Diepte'),
    });
    expect([summary.rejected, summary.reasons]).toEqual([0, { 'label_fr is missing; the code is shown there': 1 }]);
    const [{ rowsFile } = { rowsFile: '' }] = await reportImports(dataDir(), 1);
    expect(JSON.parse(readFileSync(String(rowsFile), 'utf8'))).toMatchObject({
      line: 2,
      field: 'label_fr',
      value: 'hub_depth',
      outcome: 'incomplete',
    });
    await products(`PAD1;${ids.pads};Nabentiefe=4`);
    const shown = async (locale: Locale) => (await pads(locale)).spareParts[0]?.attributes.map(({ label }) => label);
    expect([await shown('fr-FR'), await shown('nl-NL')]).toEqual([['hub_depth'], ['Diepte']]);
  });

  test('the report names choices without a label in a language, except those with a digit, which need none', async () => {
    const bolt = { code: 'bolt', kind: 'choice', ...labels('Schraube', 'Vis', 'Tornillo', 'Vite', 'Bout') };
    const summary = await define({ ...bolt, values: 'M8; 2.5; 7; fine', values_de: 'fine=fein' });
    const missing = ['fr', 'es', 'it', 'nl'].map((each) => [`values_${each} is missing; the code is shown there`, 1]);
    expect([summary.rejected, summary.reasons]).toEqual([0, Object.fromEntries(missing)]);
  });

  test('an attribute keeps what a file does not mention, and mode delete removes it', async () => {
    await define(coating);
    expect((await define(coating)).outcome).toBe('unchanged');
    const summary = await importTable(
      'attributes',
      'code;kind;label_fr;values_fr',
      'coating;choice;Finition;zinc=Galva',
    );
    expect(summary.changes).toMatchObject({ added: 0, changed: 1 });
    expect(served('select labels, choices, is_deciding from attribute')).toEqual({
      labels: expect.stringContaining('"de":"Beschichtung","fr":"Finition"'),
      choices: expect.stringContaining('["zinc",{"de":"Zink","fr":"Galva"'),
      is_deciding: 1,
    });
    expect(served('select choices from attribute')?.choices).toMatch(/"zinc".*"paint"/);
    await define(runout);
    await importTable('attributes', 'code;kind;label_fr', 'runout;number;Voile 2');
    expect(served("select unit, decimals from attribute where code = 'runout'")).toEqual({ unit: 'mm', decimals: 2 });
    const removal = ['code;mode', 'coating;delete'] as const;
    expect((await importTable('attributes', ...removal)).changes).toMatchObject({ removed: 1 });
    expect(await importTable('attributes', ...removal)).toMatchObject({ outcome: 'unchanged', leftOut: 1 });
  });

  test.each([
    [{ code: 'ä' }, 'code is not letters, digits and _ in ASCII'],
    [{ code: 'height' }, 'code is an attribute of the shop itself'],
    [{ code: 'brand' }, 'code is an attribute of the shop itself'],
    [{ kind: 'size' }, 'kind is not one of number, text, choice, yes-no'],
    [{ unit: 'mm' }, 'unit is only for kind number'],
    [{ decimals: '1' }, 'decimals is only for kind number'],
    [{ label_de: '' }, 'label_de is missing, and so are those of the other languages'],
    [{ kind: 'choice' }, 'values is missing, which a choice needs'],
    [{ values: 'x' }, 'values is only for kind choice'],
    [{ kind: 'choice', values: 'x', values_de: 'y=Y' }, 'values_de is not one of x'],
    [{ kind: 'choice', values_de: 'y' }, 'values_de is not written as CODE=LABEL'],
    [{ kind: 'choice', values_de: 'y=Y=Z' }, 'values_de is not written as CODE=LABEL'],
    [{ kind: 'number', decimals: '7' }, 'decimals is not a whole number from n to n'],
    [{ deciding: 'vielleicht' }, 'deciding is neither yes nor no'],
  ])('an import rejects the invalid attribute %j', async (wrong, reason) => {
    const { rejected, reasons } = await define({ code: 'a', kind: 'text', label_de: 'A', ...wrong }, mounted);
    expect([rejected, reasons]).toEqual([1, { [reason]: 1 }]);
  });
});
