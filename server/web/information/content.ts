import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type InformationPage, informationPages } from '../../../views/links.js';
import type { InformationSection } from '../../../views/models.js';
import { languages } from '../../contract/languages.js';
import { type IdentityField, identityFields } from '../../shop-file/identity.js';
import type { Edition } from '../routes/editions.js';
import { shopWords } from '../routes/shop-editions.js';
import { textFolder } from '../texts/texts.js';

const text = z.string().trim().min(1);
const block = z.union([text, z.array(text).min(1)]);
const content = z.object({
  title: text,
  /** Search engines show it too. */
  lead: text,
  sections: z
    .array(z.tuple([text], block).refine((section) => section.length > 1, { message: 'has a heading only' }))
    .min(1),
});
type InformationContent = Omit<z.output<typeof content>, 'sections'> & { sections: InformationSection[] };
type Contents = Partial<Record<InformationPage, InformationContent>>;

const pagesOf = z.partialRecord(z.enum(informationPages), content);
/** Pages that only German editions have. */
const germanOnly: readonly InformationPage[] = ['merchants', 'jobs'];

/** @throws Error if the file cannot be read, or has unknown or missing pages */
function readContents(name: string, isWhole: boolean): Contents {
  const file = join(textFolder(), 'information', `${name}.json`);
  const contents = pagesOf.parse(JSON.parse(readFileSync(file, 'utf8'))) as Contents;
  const missing = informationPages.filter((page) => !contents[page] && (name === 'de' || !germanOnly.includes(page)));
  if (isWhole && missing.length > 0) throw new Error(`${file} lacks ${missing.join(', ')}`);
  return contents;
}

let known: ReadonlyMap<string, Contents> | undefined;
/** Returns all texts of information pages, read on first use. `de-AT` overrides whole German pages (D5). */
function allContents(): ReadonlyMap<string, Contents> {
  known ??= new Map<string, Contents>([
    ...languages.map((language): [string, Contents] => [language, readContents(language, true)]),
    ['de-AT', readContents('de-AT', false)],
  ]);
  return known;
}

export interface ShopInfo {
  name: string;
  isDemonstration: boolean;
}

const nameOnly = (written: string, { name }: Pick<ShopInfo, 'name'>): string => written.replaceAll('{{shop}}', name);
/** Marks the heading of a section that only a demonstration has. */
const ofDemonstration = '{{demonstration}}';
const isField = (name: string): name is IdentityField => (identityFields as readonly string[]).includes(name);

/** Fills the placeholders of a text; null if the text must be omitted. */
type Fill = (written: string) => string | null;

/**
 * Returns a function that fills placeholders from the operator's file. A missing value that the law requires is marked
 * as a gap. Any other missing value omits its `[[group]]`, or else the whole text.
 */
function filling(edition: Edition, { name, isDemonstration }: ShopInfo): Fill {
  const { own } = edition;
  const gap = '{{operator}}';
  const { email } = shopWords(edition, isDemonstration);
  const fieldValue = (key: string): string | null => {
    if (key === 'shop') return name;
    if (key === 'support') return email === null ? gap : `[${email}](mailto:${email})`;
    if (!own || !isField(key)) return gap;
    return own.identity[key] ?? (own.missing.includes(key) ? gap : null);
  };
  const fillText: Fill = (written) => {
    let isLeftOut = false;
    const text = written.replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
      const value = fieldValue(key);
      isLeftOut ||= value === null;
      return value ?? '';
    });
    return isLeftOut ? null : text;
  };
  return (written) => fillText(written.replace(/\[\[(.+?)\]\]/g, (_, group: string) => fillText(group) ?? '')) || null;
}

function contentOf({ texts, language }: Edition, page: InformationPage): InformationContent | undefined {
  const contents = allContents();
  return contents.get(texts)?.[page] ?? contents.get(language)?.[page];
}

/** Returns the title of an information page; null if the edition has no such page. */
export const informationTitle = (edition: Edition, page: InformationPage, shop: string): string | null => {
  const found = contentOf(edition, page);
  return found ? nameOnly(found.title, { name: shop }) : null;
};

/** Returns an information page with the operator's data; null if the edition has no such page. */
export function informationContent(edition: Edition, page: InformationPage, shop: ShopInfo): InformationContent | null {
  const found = contentOf(edition, page);
  if (!found) return null;
  const fill = filling(edition, shop);
  const fillBlock = (written: string | string[]): (string | string[])[] => {
    if (typeof written === 'string') return [fill(written)].filter((text) => text !== null);
    const items = written.map(fill).filter((item) => item !== null);
    return items.length > 0 ? [items] : [];
  };
  const sections = found.sections.flatMap(([written, ...blocks]): InformationSection[] => {
    if (written.startsWith(ofDemonstration) && !shop.isDemonstration) return [];
    const filled = blocks.flatMap(fillBlock);
    return filled.length > 0 ? [[nameOnly(written.replace(ofDemonstration, ''), shop), ...filled]] : [];
  });
  return { title: nameOnly(found.title, shop), lead: nameOnly(found.lead, shop), sections };
}
