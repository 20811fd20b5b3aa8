import type { DurabilityGuarantee } from '../contract/articles.js';
import { ownPhotograph } from '../marketplace/catalogue/pictures.js';
import type { NumberedProduct } from './products.js';
import type { SeededRandom } from './seeded-random.js';
import type { BulkWriter } from './writer.js';

/** Hosts of the documents. Names below `example` never exist (RFC 2606). */
const hosts = ['docs.teilearchiv.example', 'media.partdocs.example', 'pdf.montage.example'];
/** Languages of documents by number (specification 3): German, English, French, Italian, Spanish, Dutch. */
const languages = [1, 4, 6, 7, 8, 9];
const wordless = 255;
const types = { mountingInstruction: 1, drawing: 2, safetySheet: 3 };

/** Writes instructions for a fifth of the parts, a drawing for some, and a safety data sheet for each fluid. */
export function writeDocuments(product: NumberedProduct, writer: BulkWriter, seedDice: SeededRandom): void {
  const { id, brand, norm, baseUnit } = product;
  const dice = seedDice.about('document', brand.name, norm);
  const folder = `https://${dice.pick(hosts, 'host')}/${brand.slug.toLowerCase()}/${norm.toLowerCase()}`;
  const write = (number: string, language: number, type: number, title: string, name: string): void =>
    writer.insert('document', id, `${number}-${norm}`, language, type, title, `${folder}-${name}.pdf`);
  if (baseUnit !== null) {
    // In the language of each state that they are supplied to (REACH, Art. 31 (5)).
    for (const language of languages) write('SDS', language, types.safetySheet, 'Safety data sheet', `sds-${language}`);
    return;
  }
  if (dice.roll('instructions') < 0.2) {
    const known = languages.filter((language) => language <= 4 || dice.roll('language', language) < 0.75);
    for (const language of known)
      write('MA', language, types.mountingInstruction, 'Mounting instructions', `ma-${language}`);
  }
  if (dice.roll('drawing') < 0.06) write('TZ', wordless, types.drawing, 'Drawing', 'drawing');
}

const shockAbsorbers = 1312;

/**
 * The guarantee of durability of an invented maker, as JSON; null for none. Some brands grant it on all their starter
 * batteries, some on their shock absorbers.
 */
export function durabilityOf(product: NumberedProduct, seedDice: SeededRandom): string | null {
  const { brand, category, articleNumber } = product;
  if (!category.goods.includes('starterBattery') && category.id !== shockAbsorbers) return null;
  const dice = seedDice.about('durability', brand.name, category.id);
  if (dice.roll('grants') >= 0.35) return null;
  const guarantee: DurabilityGuarantee = {
    years: dice.pick([2.5, 3, 3, 4, 5], 'years'),
    producer: brand.name,
    model: articleNumber,
    terms: `https://docs.teilearchiv.example/${brand.slug.toLowerCase()}/guarantee.pdf`,
  };
  return JSON.stringify(guarantee);
}

/** Share of products with a photograph; the others have their drawing. */
const photographedShare = 0.2;
/** Kinds whose drawing shows less than their outline. */
const drawnOnly = new Set('tyre rim seal pulley beltKit ribbedBelt cable battery'.split(' '));

/** The photographs of a product as the catalogue keeps them; null for none. */
export function photosOf({ id, brand, norm, category }: NumberedProduct, dice: SeededRandom): string | null {
  const isPhotographed = !drawnOnly.has(category.kind) && dice.roll('photograph', brand.name, norm) < photographedShare;
  return isPhotographed ? JSON.stringify([ownPhotograph(id)]) : null;
}

const winterTyres = 2433;
const allSeasonTyres = 2434;

/**
 * The label of an invented tyre in the order of its table, without the product; null for other goods. One tyre in fifty
 * has none, as if its maker had not declared it: the shop then refuses to sell it. The register's own numbers are
 * higher.
 */
export function tyreLabelOf({ brand, norm, category }: NumberedProduct, seedDice: SeededRandom) {
  if (!category.goods.includes('tyre')) return null;
  const dice = seedDice.about('tyre label', brand.name, norm);
  if (dice.roll('undeclared') < 0.02) return null;
  const noise = dice.int(67, 73, 'noise');
  const isWinter = category.id === winterTyres;
  return [
    dice.pick(['A', 'B', 'B', 'C', 'C', 'D', 'E'], 'fuel'),
    dice.pick(['A', 'A', 'B', 'B', 'C', 'D'], 'wet grip'),
    noise,
    noise < 69 ? 'A' : noise < 72 ? 'B' : 'C',
    isWinter || category.id === allSeasonTyres ? 1 : 0,
    isWinter && dice.roll('ice') < 0.2 ? 1 : 0,
    String(dice.int(100, 99_999, 'register')).padStart(6, '0'),
  ];
}
