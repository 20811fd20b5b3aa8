import type { NumberedProduct } from './products.js';
import type { SeededRandom } from './seeded-random.js';
import type { BulkWriter } from './writer.js';

/** Where documents of the demonstration catalogue would lie; names that can never exist (RFC 2606). */
const hosts = ['docs.teilearchiv.example', 'media.partdocs.example', 'pdf.montage.example'];
/**
 * Document languages by number (specification 3): German, English, French, Italian, Spanish, Dutch; 255 = without
 * words.
 */
const written = [1, 4, 6, 7, 8, 9];
const mountingInstruction = 1;
const drawing = 2;
const safetySheet = 3;

/** A fifth of the parts come with instructions, some with a drawing; fluids with a safety data sheet. */
export function writeDocuments(product: NumberedProduct, writer: BulkWriter, seedDice: SeededRandom): void {
  const dice = seedDice.about('document', product.brand.name, product.norm);
  const host = dice.pick(hosts, 'host');
  const { id, brand, norm } = product;
  const write = (number: string, language: number, type: number, title: string, name: string): void =>
    writer.insert(
      'document',
      id,
      `${number}-${norm}`,
      language,
      type,
      title,
      `https://${host}/${brand.slug.toLowerCase()}/${norm.toLowerCase()}-${name}.pdf`,
    );
  if (product.baseUnit !== null) {
    // In the language of each state that they are supplied to (REACH, Art. 31 (5)).
    for (const language of written) write('SDS', language, safetySheet, 'Safety data sheet', `sds-${language}`);
    return;
  }
  if (dice.roll('instructions') < 0.2) {
    const known = written.filter((language) => language <= 4 || dice.roll('language', language) < 0.75);
    for (const language of known) write('MA', language, mountingInstruction, 'Mounting instructions', `ma-${language}`);
  }
  if (dice.roll('drawing') < 0.06) write('TZ', 255, drawing, 'Drawing', 'drawing');
}
