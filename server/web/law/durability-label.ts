import { createHash } from 'node:crypto';
import type { LogoPicture } from '../../../views/context.js';
import type { DurabilityGuarantee } from '../../contract/articles.js';
import type { SvgDrawing } from '../../shop-file/svg-file.js';
import { labelPlaces } from '../../shop-file/svg-file.js';
import { isSigned, type SigningKeys, sign } from '../http/signing-keys.js';

type Shown = Pick<DurabilityGuarantee, 'years' | 'producer' | 'model'>;

/** Labels of makers' guarantees, filled into the operator's file. */
export interface DurabilityLabels {
  /** Null if the operator has provided no file. */
  pictureOf(guarantee: Shown): LogoPicture | null;
  /** Returns the label for an address that the shop has signed; null for any other. */
  fileAt(path: string): Buffer | null;
}

/** Characters of a signature. */
const signed = 22;
const pattern = /^\/durability-label-([\w-]{22})-([\w-]+)\.svg$/;
const labelPlace = new RegExp(`\\{(${labelPlaces.join('|')})\\}`, 'g');
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/**
 * @param file the official label with placeholders, or null
 * @param keys sign addresses, so that nobody can make the shop show labels of their own
 */
export function createDurabilityLabels(file: SvgDrawing | null, keys: SigningKeys): DurabilityLabels {
  if (!file) return { pictureOf: () => null, fileAt: () => null };
  const { width, height } = file;
  const template = file.bytes.toString('utf8');
  // Browsers cache a label for good, so another file needs other addresses.
  const digest = createHash('sha256').update(file.bytes).digest('hex');
  const textOf = (data: string): string => `durability label\n${digest}\n${data}`;
  return {
    pictureOf({ years, producer, model }) {
      const data = Buffer.from(JSON.stringify([years, producer, model])).toString('base64url');
      return { src: `/durability-label-${sign(keys, textOf(data), signed)}-${data}.svg`, width, height };
    },
    fileAt(path) {
      const [, signature = '', data = ''] = pattern.exec(path) ?? [];
      if (data === '' || !isSigned(keys, textOf(data), signature, signed)) return null;
      const [years, producer, model] = JSON.parse(Buffer.from(data, 'base64url').toString()) as [
        number,
        string,
        string,
      ];
      // The label has a decimal comma in all languages.
      const values = { years: String(years).replace('.', ','), producer, model };
      return Buffer.from(
        template.replace(labelPlace, (_, place: (typeof labelPlaces)[number]) => escaped(values[place])),
      );
    },
  };
}
