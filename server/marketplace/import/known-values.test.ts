import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fieldsOf } from '../../../test/fixtures/marketplace/import/reading/feeds.js';
import { type GoodsKind, goodsKinds } from '../../contract/articles.js';
import { languages } from '../../contract/languages.js';
import { taxClasses, vatRates } from '../../contract/vat.js';
import { kinds } from '../../drawings/kinds.js';
import { attributeLabels, positionTexts as shownPlace } from '../catalogue-texts/own-texts.js';
import { attributesOf } from './attributes.js';
import { positionOf, taxClassOf } from './product-fields.js';
import words from './reading/data/words.json' with { type: 'json' };

const read = (attributes: string, kind = '') => JSON.parse(attributesOf({ attributes }, kind) ?? 'null');
const reasonOf = (take: () => unknown) => {
  try {
    return take();
  } catch (error) {
    return (error as { reason?: string }).reason;
  }
};

describe('attributes', () => {
  test('an attribute is found by its label in each language, with a unit wherever feeds write it', () => {
    for (const written of [
      'Höhe=79 mm',
      'Hoehe = 79mm',
      'Höhe [mm]=79',
      'HÖHE (mm)=79',
      'Höhe in mm=79',
      'Hauteur: 79 mm',
    ])
      expect([written, read(written)]).toEqual([written, [['height', '79', 'mm']]]);
    for (const [key, labels] of Object.entries(attributeLabels))
      for (const language of languages) {
        const [[found]] = read(`${labels[language]}=1`) as [[string]];
        expect([language, labels[language], attributeLabels[found]?.[language]]).toEqual([
          language,
          labels[language],
          labels[language],
        ]);
        expect(read(`${key}=1`)).toEqual([[key, '1', null]]);
      }
  });

  test('a word with two meanings has the meaning of the category', () => {
    // The name of an attribute itself has one meaning.
    expect(read('type=8', 'mat')).toEqual([['type', '8', null]]);
    expect([read('Diametro stelo=8', 'gasSpring'), read('Diametro stelo=8', 'valve')]).toEqual([
      [['rod', '8', null]],
      [['stem', '8', null]],
    ]);
  });

  test("a feed's own names stay as written, in any script", () => {
    expect(read('Prüfzeichen=ECE R90; Inner Diameter=5 mm; Материал=сталь; Gewicht netto [kg]=1,25; Höhe=')).toEqual([
      ['Prüfzeichen', 'ECE R90', null],
      ['Inner Diameter', '5', 'mm'],
      ['Материал', 'сталь', null],
      ['Gewicht netto', '1.25', 'kg'],
    ]);
    expect(read('Kälteprüfstrom (EN)=640 A;Innenbelüftet=ja;Viskosität=5W-30')).toEqual([
      ['coldCranking', '640', 'A'],
      ['vented', 'yes', null],
      ['viscosity', '5W30', null],
    ]);
    expect(read('General:Lochanzahl:5,General:Farbe:rot, matt')).toEqual([
      ['holes', '5', null],
      ['Farbe', 'rot, matt', null],
    ]);
    expect(read('__proto__=1;constructor=2')).toEqual([
      ['__proto__', '1', null],
      ['constructor', '2', null],
    ]);
  });

  test('an entry is rejected only if it is no name with a value', () => {
    for (const wrong of ['a=1;=79', 'just words', 'a=1; and words', 'a:b:c:d'])
      expect(reasonOf(() => read(wrong))).toBe('is not written as name=value unit');
    expect(reasonOf(() => read(`${'x'.repeat(81)}=1`))).toBe('has a name of more than 80 signs');
    expect(reasonOf(() => read(`x=${'y'.repeat(121)}`))).toBe('has a value of more than 120 signs');
    expect(read('Höhe=79 mm; height=80 mm')).toEqual([['height', '79', 'mm']]);
    const approvals = (count: number) => Array.from({ length: count }, (_, at) => `MB ${220 + at}.51`).join(', ');
    expect(read(`approval=${approvals(15)}`)).toEqual([['approval', approvals(15), null]]);
    expect(reasonOf(() => read(`approval=${approvals(90)}`))).toBe('has a value of more than 800 signs');
  });

  test("Google's product details become attributes", async () => {
    const detail = (name: string, value: string) =>
      `<g:product_detail><g:section_name>Maße</g:section_name><g:attribute_name>${name}</g:attribute_name><g:attribute_value>${value}</g:attribute_value></g:product_detail>`;
    const item = `<item><g:brand>B</g:brand><g:mpn>X</g:mpn>${detail('Höhe', '79 mm')}${detail('Farbe; Ton', 'rot; matt')}</item>`;
    const [fields] = await fieldsOf(`<rss><channel>${item}</channel></rss>`, 'products');
    expect(fields).toMatchObject({ attributes: 'Höhe=79 mm;Farbe  Ton=rot, matt' });
  });
});

describe('places', () => {
  test.each([
    ['Vorderachse', 'front'],
    ['vorne links', 'front-left'],
    ['hinten, rechts', 'rear-right'],
    ['HA rechts', 'rear-right'],
    ['essieu avant', 'front'],
    ['Essieu arrière gauche', 'rear-left'],
    ['avant droit', 'front-right'],
    ['eje delantero', 'front'],
    ['eje trasero izquierdo', 'rear-left'],
    ['asse anteriore', 'front'],
    ['posteriore destro', 'rear-right'],
    ['vooras', 'front'],
    ['linksvoor', 'front-left'],
    ['voorlinks', 'front-left'],
    ['Achteras rechts', 'rear-right'],
    ['Vorderachse beidseitig', 'front'],
    ['links und rechts', null],
    ['vorne/hinten', null],
    ['front-left', 'front-left'],
    ['Front Axle', 'front'],
  ])('the place %s is known', (place, expected) => expect(positionOf({ place })).toBe(expected));

  test('the places that the shop writes in each language are known', () => {
    for (const place of ['front', 'rear', 'left', 'right', 'front-left', 'front-right', 'rear-left', 'rear-right'])
      for (const language of languages)
        for (const kind of ['disc', 'bumper']) {
          const shown = shownPlace(place, kind, language) as string;
          expect([shown, positionOf({ place: shown })]).toEqual([shown, place]);
        }
  });

  test('parts of the body are at an end of the car, and other parts on an axle', () => {
    const words = ['bumper', 'disc'].map((kind) => shownPlace('front', kind, 'de'));
    expect(words).toEqual(['vorn', 'Vorderachse']);
    expect(shownPlace(null, 'bumper', 'de')).toBeNull();
  });

  test('an unknown place is rejected by name', () => {
    expect(positionOf({ place: '0' })).toBeNull();
    expect(reasonOf(() => positionOf({ place: 'Keller' }))).toContain('is no known place');
  });
});

describe('classes of tax', () => {
  test.each([
    ['standard', 'standard'],
    ['Standard rate', 'standard'],
    ['Normaler Steuersatz', 'standard'],
    ['Normalsatz', 'standard'],
    ['taux normal', 'standard'],
    ['reduced', 'reduced'],
    ['reduced-rate', 'reduced'],
    ['ermäßigter Steuersatz', 'reduced'],
    ['Taux réduit', 'reduced'],
    ['reducido', 'reduced'],
    ['ridotta', 'reduced'],
    ['laag tarief', 'reduced'],
    ['zero-rate', 'zero'],
    ['steuerfrei', 'zero'],
    ['', null],
  ])('the class %s is known', (written, expected) => expect(taxClassOf({ tax_class: written })).toBe(expected));

  test.each(['19', '7 %', '5,5%'])('%s is rejected, because the rate differs by country', (rate) =>
    expect(reasonOf(() => taxClassOf({ tax_class: rate }))).toBe('is a rate, not a class: standard, reduced, zero'),
  );

  test('an unknown class is rejected with the list of known ones', () => {
    expect(reasonOf(() => taxClassOf({ tax_class: 'luxury' }))).toBe('is not one of standard, reduced, zero');
  });
});

const quoted = (word: string): string => `\`${word}\``;
const goodsWords: Readonly<Record<GoodsKind, string>> = {
  measured: 'sold by volume, weight or length; need `content` and show a base price',
  oil: 'motor and gear oil, which sellers take back',
  battery: 'batteries of any kind, which sellers take back',
  starterBattery: 'starter batteries; in Germany their offers need `deposit`',
  tyre: 'tyres; need the whole label',
};
/** Generated tables of the README, which are between two marks. */
const generated: Readonly<Record<string, string>> = {
  attributes: [
    `| name | ${languages.join(' | ')} |`,
    `|---|${languages.map(() => '---|').join('')}`,
    ...Object.entries(attributeLabels)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, labels]) => `| \`${key}\` | ${languages.map((language) => labels[language]).join(' | ')} |`),
  ].join('\n'),
  places: Object.entries(words.sides)
    .map(([side, spellings]) => `- \`${side}\`: ${spellings.replaceAll('|', ', ')}`)
    .join('\n'),
  units: words.units.split('|').map(quoted).join(', '),
  goods: goodsKinds.map((goods) => `- ${quoted(goods)}: ${goodsWords[goods]}`).join('\n'),
  tax: [
    `| class | ${Object.keys(vatRates).join(' | ')} |`,
    `|---|${Object.keys(vatRates)
      .map(() => '---|')
      .join('')}`,
    ...taxClasses.map(
      (name) =>
        `| ${quoted(name)} | ${Object.values(vatRates)
          .map((rates) => rates[name])
          .join(' | ')} |`,
    ),
  ].join('\n'),
  kinds: [
    '| kind | attributes |',
    '|---|---|',
    ...[...kinds].map(
      ([kind, { parameters }]) => `| ${quoted(kind)} | ${Object.keys(parameters).map(quoted).join(', ')} |`,
    ),
  ].join('\n'),
};

test.each(Object.keys(generated))('the README lists the known %s', (name) => {
  const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
  const listed = new RegExp(`<!-- ${name} -->\n\n(.*?)\n\n<!-- /${name} -->`, 's').exec(readme)?.[1];
  expect(listed).toBe(generated[name]);
});
