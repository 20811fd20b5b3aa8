import { z } from 'zod';
import { decimalId, modelId, slug } from './ids.js';
import { languages } from './languages.js';

const seoNamed = z.object({ id: decimalId, seoName: slug });
const name = { name: z.string() };
const slugged = z.object({ id: decimalId, slug, ...name });
const namedCategory = z.object({ urlId: decimalId, seoAliases: z.record(z.enum(languages), slug) });
/** Its title is in the language asked for. */
const titledCategory = namedCategory.extend({ title: z.string() });
const page = <const K extends string, E extends z.ZodType>(kind: K, entry: E) =>
  z.object({
    kind: z.literal(kind),
    /** At most 10,000. */
    entries: z.array(entry),
    pageCount: z.number().int(),
    /** When the catalogue was made (ISO 8601, UTC). */
    lastModified: z.string(),
  });

/** Everything of one kind that has a page worth finding (D61): what its address is made of, a page at a time. */
export const directory = z.discriminatedUnion('kind', [
  page('manufacturers', seoNamed.extend(name)),
  page('series-pages', slugged),
  page('models', z.object({ modelId, seriesPage: z.object({ slug }) })),
  /** Those with products, but no universal ones. */
  page('categories', titledCategory),
  page('universal-categories', titledCategory),
  /** Categories with products for one of the ten most popular manufacturers of the edition. */
  page('manufacturer-categories', z.object({ manufacturer: seoNamed, category: namedCategory })),
  /** Those with an offer to the edition's own country. */
  page('articles', z.object({ brand: slug, number: z.string() })),
  page('brands', slugged),
  page('shops', slugged),
]);

export const directoryKinds = directory.options.map(({ shape }) => shape.kind.value);
export type Directory = z.output<typeof directory>;
export type DirectoryKind = Directory['kind'];
export type DirectoryEntries<K extends DirectoryKind> = Extract<Directory, { kind: K }>['entries'];
