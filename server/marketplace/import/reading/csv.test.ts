import { describe, expect, test } from 'vitest';
import { fieldsOf, read, refused } from '../../../../test/fixtures/marketplace/import/reading/feeds.js';
import { fc } from '../../../../test/support/properties.js';
import { columnsOf, importKinds, requiredColumns } from './columns.js';

describe('line ends', () => {
  const ends = ['\n', '\r\n', '\r'] as const;
  const rows = (...of: [head: string, row: string]) => `key;number;price${of[0]}A;1;2,00${of[1]}B;2;3,00${of[1]}`;

  test.each(ends.flatMap((head) => ends.map((row) => [head, row] as [string, string])))(
    '%j after the header, %j after rows',
    async (head, row) => {
      expect(await fieldsOf(rows(head, row))).toEqual([
        { line: 2, key: 'A', number: '1', price: '2,00' },
        { line: 3, key: 'B', number: '2', price: '3,00' },
      ]);
    },
  );

  test('any mixture of line ends separates rows, breaks lines inside quotes, and counts as one line each', async () => {
    const end = fc.constantFrom(...ends);
    const text = fc.stringMatching(/^[a-z0-9äß ]{1,8}$/).map((word) => word.trim() || 'x');
    const row = fc.record({ number: text, inside: fc.option(end, { nil: '' }), end, blank: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        end,
        fc.array(row, { minLength: 1, maxLength: 30 }),
        fc.boolean(),
        async (head, given, isCut) => {
          let content = `key;number;price${head}`;
          let line = 2;
          const expected = given.map(({ number, inside, end: after, blank }, index) => {
            // A CR before an LF is one line end, so a blank line after a CR must not begin with an LF.
            const isBlank = blank && !(after === '\r');
            content += `${index};"${number}${inside}${number}";1${after}${isBlank ? after : ''}`;
            const record = { line, key: `${index}`, number: `${number}${inside && '\n'}${number}`, price: '1' };
            line += 1 + (inside ? 1 : 0) + (isBlank ? 1 : 0);
            return record;
          });
          const found = await fieldsOf(isCut ? content.replace(/[\r\n]+$/, '') : content);
          // A row after blank lines has the line number of the first blank line.
          expect(found.map(({ line: _, ...fields }) => fields)).toEqual(
            expected.map(({ line: _, ...fields }) => fields),
          );
          for (const [index, each] of expected.entries())
            if (index === 0 || !given[index - 1]?.blank) expect(found[index]?.line).toBe(each.line);
        },
      ),
      { numRuns: process.env.TEST_LONG ? 3000 : 60 },
    );
  });

  test('a table is read alike, whichever line has the first quote', async () => {
    const word = fc.constantFrom('a', ' a', 'a b ', '', '  ', '\t', 'ä', '1,50', "3'");
    const line = fc.array(word, { minLength: 1, maxLength: 5 });
    const delimiter = fc.constantFrom(';', '\t', ',', '|');
    await fc.assert(
      fc.asyncProperty(delimiter, fc.array(line, { maxLength: 12 }), fc.nat(12), async (sign, lines, at) => {
        const rows = lines.map((cells) => cells.map((cell) => (cell.includes(sign) ? 'x' : cell)).join(sign));
        const text = (quoted: boolean) => {
          const written = rows.toSpliced(at, 0, ['q', quoted ? '"7"' : '7', '2'].join(sign));
          return `${['key', 'number', 'price'].join(sign)}\n${written.join('\n')}\n`;
        };
        const result = async (content: string) =>
          (await read(content)).records.map(({ fields, error }) => [error, { ...fields }]);
        const plain = await result(text(false));
        expect(await result(text(true))).toEqual(plain);
        expect(await result(text(false).replace('key', '"key"'))).toEqual(plain);
      }),
      { numRuns: process.env.TEST_LONG ? 3000 : 100 },
    );
  });

  test('a line end that is cut between two pieces of the file counts once', async () => {
    // Pieces have 256 kB; the filler moves each line end across their border.
    const filler = 'x'.repeat(262_144 - 'key;number;price\r\nA;1;2,00\r\nB;;3,00\r'.length - 6);
    for (let shift = 0; shift < 12; shift++) {
      const content = `key;number;price\r\nA;1;2,00\r\nB;${filler.slice(0, 200_000)};3,00\r\nC;${filler.slice(200_000)}${'y'.repeat(shift)};4\r\nD;4;5\r\n`;
      const { records } = await read(content);
      expect(records.map(({ line, error, fields }) => [line, error, fields.key])).toEqual([
        [2, undefined, 'A'],
        [3, undefined, 'B'],
        [4, undefined, 'C'],
        [5, undefined, 'D'],
      ]);
    }
  });
});

test.each([
  ['sep=;\r\n', ';'],
  ['sep=,\n', ','],
  ['sep=\t\r\n', '\t'],
  ['SEP=|\r', '|'],
  ['"sep=;"\r\n', ';'],
  ['\ufeffsep=^\n', '^'],
])("Excel's first line %j is obeyed", async (first, sign) => {
  // Other delimiters occur more often in this header.
  const content = `${first}key;number,price\tbrand|x^stock`;
  const table = ['key', 'number', 'price', 'brand;,\t|^x'.replace(sign, '')].join(sign);
  expect(await fieldsOf(`${first}${table}\nA${sign}1${sign}2.00${sign}\n`)).toEqual([
    { line: 3, key: 'A', number: '1', price: '2.00' },
  ]);
  expect(await refused(content)).toContain('the header lacks');
});

describe('a file of any size with the wrong columns is refused with a sentence', () => {
  /** Larger than one read and than the parser's buffer. A reader that waits for buffer space would hang. */
  const sizes = [1_000, 70_000, 300_000, 1_500_000];
  test.each(importKinds)('%s', async (kind) => {
    for (const size of sizes) {
      const row = 'some;value;of;another;table\n';
      const content = `one;two;three;four;five\n${row.repeat(Math.ceil(size / row.length))}`;
      expect(await refused(content, { kind })).toMatch(/^FILE: the header lacks .*; found "one \| two \| three/);
    }
  });
  /** The next two kinds; the long test run has all of them. */
  const followers = (kind: (typeof importKinds)[number]) =>
    [1, 2].map((step) => importKinds[(importKinds.indexOf(kind) + step) % importKinds.length] ?? kind);
  test.each(importKinds)('a table of another kind is refused instead of %s', async (kind) => {
    for (const other of process.env.TEST_LONG ? importKinds : followers(kind)) {
      const names = columnsOf[other].map(({ name }) => name);
      const isThere = (name: string): boolean =>
        columnsOf[kind].some(
          ({ name: own, also, otherwise }) =>
            own === name && [name, ...also, ...otherwise].some((each) => names.includes(each)),
        );
      // A table of categories has `id` and `kind`, as a table of attributes may.
      const isSame = requiredColumns[kind].every((choices) => choices.some(isThere));
      if (isSame) continue;
      const content = `${names.join(';')}\n${`${names.map(() => 'x').join(';')}\n`.repeat(8000)}`;
      expect(await refused(content, { kind })).toMatch(/^FILE: (the header lacks|the column)/);
    }
  });
});

describe('money with its currency in the header', () => {
  test.each([
    'Preis [EUR]',
    'price (EUR)',
    'Prix en €',
    'Preis in Euro',
    'Preis€',
    'price_eur',
    'PRECIO (€)',
    'Prijs [in EUR]',
    'Preis EUR',
  ])('%s is the price', async (name) => {
    expect(await fieldsOf(`key;number;${name}\nA;1;12,90\n`)).toEqual([
      { line: 2, key: 'A', number: '1', price: '12,90' },
    ]);
  });
  test('other columns of money may name the currency as well', async () => {
    const content = 'key;number;Preis [EUR];Sonderpreis [EUR];Pfand (€)\nA;1;12,90;9,90;1,00\n';
    expect(await fieldsOf(content)).toMatchObject([{ price: '12,90', sale_price: '9,90', deposit: '1,00' }]);
  });
  test.each(['Preis [USD]', 'price (GBP)', 'Price in $', 'prix_chf'])('%s is refused', async (name) => {
    expect(await refused(`key;number;${name}\n${'A;1;12,90\n'.repeat(9000)}`)).toBe(
      `FILE: the column "${name}" is not in euros, as prices must be.`,
    );
  });
  test('a second price in another currency is ignored, and a column that is no money is no price', async () => {
    expect(await fieldsOf('key;number;Price [USD];Price [EUR]\nA;1;14;12,90\n')).toMatchObject([{ price: '12,90' }]);
    expect(await refused('key;number;Bestand [EUR]\nA;1;1\n')).toContain('the header lacks price');
  });
});
