import type { NumberedProduct } from './products.js';
import type { SeededRandom } from './seeded-random.js';
import type { BulkWriter } from './writer.js';

/** Where documents of the demonstration catalogue would lie; names that can never exist (RFC 2606). */
const hosts = ['docs.teilearchiv.example', 'media.partdocs.example', 'pdf.montage.example'];
/** Document languages by number (specification 3); 255 = without words. */
const instructions: readonly (readonly [number, string])[] = [
  [1, 'Montageanleitung'],
  [4, 'Mounting instructions'],
  [6, 'Notice de montage'],
  [7, 'Istruzioni di montaggio'],
  [8, 'Instrucciones de montaje'],
  [9, 'Montagehandleiding'],
];
const mountingInstruction = 1;
const drawing = 2;
const safetySheet = 3;

/** A fifth of the parts come with instructions, some with a drawing; fluids with a safety data sheet. */
export function writeDocuments(product: NumberedProduct, writer: BulkWriter, seedDice: SeededRandom): void {
  const dice = seedDice.about('document', product.brand.name, product.norm);
  const host = dice.pick(hosts, 'host');
  const url = (name: string) =>
    `https://${host}/${product.brand.slug.toLowerCase()}/${product.norm.toLowerCase()}-${name}.pdf`;
  if (product.baseUnit !== null) {
    writer.insert('document', product.id, `SDS-${product.norm}`, 4, safetySheet, 'Safety data sheet', url('sds-en'));
    return;
  }
  if (dice.roll('instructions') < 0.2) {
    const known = instructions.filter(([language]) => language <= 4 || dice.roll('language', language) < 0.75);
    for (const [language, title] of known) {
      writer.insert(
        'document',
        product.id,
        `MA-${product.norm}`,
        language,
        mountingInstruction,
        title,
        url(`ma-${language}`),
      );
    }
  }
  if (dice.roll('drawing') < 0.06) {
    writer.insert('document', product.id, `TZ-${product.norm}`, 255, drawing, 'PDF', url('drawing'));
  }
}
