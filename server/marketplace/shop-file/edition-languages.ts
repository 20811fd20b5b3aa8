import { z } from 'zod';
import { type Language, languages } from '../../contract/languages.js';
import { locales } from '../../contract/locales.js';
import { readShopFileContent } from '../../shop-file/shop-file-content.js';

const schema = z.object({ editions: z.partialRecord(z.enum(locales), z.unknown()) });

/** Languages of the shop's editions in `shop.json`; all languages without the file, or without editions in it. */
export function editionLanguages(dataDir: string): readonly Language[] {
  const found = schema.safeParse(readShopFileContent(dataDir)?.content).data;
  const sold = new Set(Object.keys(found?.editions ?? {}).map((locale) => locale.slice(0, 2)));
  return sold.size === 0 ? languages : languages.filter((language) => sold.has(language));
}
