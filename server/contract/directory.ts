import { z } from 'zod';
import { decimalId, modelId, slug } from './ids.js';
import { languages } from './languages.js';

const seoNamed = z.object({ id: decimalId, seoName: slug });
const name = { name: z.string() };
const slugged = z.object({ id: decimalId, slug, ...name });
const namedCategory = z.object({ urlId: decimalId, seoAliases: z.record(z.enum(languages), slug) });
/** The title is in the requested language. */
const titledCategory = namedCategory.extend({ title: z.string() });
const page = <const K extends string, E extends z.ZodType>(kind: K, entry: E) =>
  z.object({
    kind: z.literal(kind),
    /** At most 10,000 entries of the kind. */
    entries: z.array(entry),
    pageCount: z.number().int(),
    /** Time of the catalogue (ISO 8601, UTC). */
    lastModified: z.string(),
  });

/** All things of one kind whose pages should be found (D61), with the parts of their addresses, page by page. */
export const directory = z.discriminatedUnion('kind', [
  page('manufacturers', seoNamed.extend(name)),
  page('series-pages', slugged),
  page('models', z.object({ modelId, seriesPage: z.object({ slug }) })),
  /** Categories with products that fit cars. */
  page('categories', titledCategory),
  page('universal-categories', titledCategory),
  /** Categories with products for one of the edition's ten most popular manufacturers. */
  page('manufacturer-categories', z.object({ manufacturer: seoNamed, category: namedCategory })),
  /** Articles with an offer to the edition's own country. */
  page('articles', z.object({ brand: slug, number: z.string() })),
  page('brands', slugged),
  page('shops', slugged),
]);

export const directoryKinds = directory.options.map(({ shape }) => shape.kind.value);
export type Directory = z.output<typeof directory>;
export type DirectoryKind = Directory['kind'];
export type DirectoryEntries<K extends DirectoryKind> = Extract<Directory, { kind: K }>['entries'];
