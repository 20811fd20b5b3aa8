import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type InformationPage, informationPages } from '../../../views/links.js';
import type { InformationSection } from '../../../views/models.js';
import { languages } from '../../contract/languages.js';
import type { Edition } from '../routes/editions.js';
import { textFolder } from '../texts/texts.js';

const text = z.string().trim().min(1);
const block = z.union([text, z.array(text).min(1)]);
const content = z.object({
  title: text,
  /** Also what search engines show. */
  lead: text,
  sections: z
    .array(z.tuple([text], block).refine((section) => section.length > 1, { message: 'has a heading only' }))
    .min(1),
});
type InformationContent = Omit<z.output<typeof content>, 'sections'> & { sections: InformationSection[] };
type Contents = Partial<Record<InformationPage, InformationContent>>;

const pagesOf = z.partialRecord(z.enum(informationPages), content);
/** Pages that exist for one edition only, and so in one language. */
const germanOnly: readonly InformationPage[] = ['merchants', 'jobs'];

/** @throws Error when a file cannot be read, has an unknown page or lacks one */
function readContents(name: string, isWhole: boolean): Contents {
  const file = join(textFolder(), 'information', `${name}.json`);
  const contents = pagesOf.parse(JSON.parse(readFileSync(file, 'utf8'))) as Contents;
  const missing = informationPages.filter((page) => !contents[page] && (name === 'de' || !germanOnly.includes(page)));
  if (isWhole && missing.length > 0) throw new Error(`${file} lacks ${missing.join(', ')}`);
  return contents;
}

let known: ReadonlyMap<string, Contents> | undefined;
/** All texts of information pages, read on first use; `de-AT` overrides whole pages of German (D5). */
function allContents(): ReadonlyMap<string, Contents> {
  known ??= new Map<string, Contents>([
    ...languages.map((language): [string, Contents] => [language, readContents(language, true)]),
    ['de-AT', readContents('de-AT', false)],
  ]);
  return known;
}

const fillIn = (written: string, values: Readonly<Record<string, string>>): string =>
  written.replace(/\{\{(shop|support)\}\}/g, (_, name: string) => values[name] ?? '');

/**
 * What an information page says in an edition, with the names of the shop and its support address in place; null
 * where the edition has no such page.
 */
export function informationContent(edition: Edition, page: InformationPage, shop: string): InformationContent | null {
  const contents = allContents();
  const found = contents.get(edition.texts)?.[page] ?? contents.get(edition.language)?.[page];
  if (!found) return null;
  const values = { shop, support: `[${edition.supportAddress}](mailto:${edition.supportAddress})` };
  const fillBlock = (written: string | string[]): string | string[] =>
    typeof written === 'string' ? fillIn(written, values) : written.map((item) => fillIn(item, values));
  return {
    title: fillIn(found.title, values),
    lead: fillIn(found.lead, values),
    sections: found.sections.map(([heading, ...blocks]) => [fillIn(heading, values), ...blocks.map(fillBlock)]),
  };
}
