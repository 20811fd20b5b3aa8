import type { ProductDetail } from '../../../server/contract/articles.js';

type Document = ProductDetail['documents'][number];

/** Language numbers of documents (specification 3). */
const codes: Readonly<Record<number, string>> = { 1: 'de', 4: 'en', 6: 'fr', 7: 'it', 8: 'es', 9: 'nl' };
const neutral = 255;

/** Ranks languages of documents: the edition's first, then neutral ones, then English (specification 4). */
function rank(langNo: number, language: string): number {
  if (codes[langNo] === language) return 0;
  if (langNo === neutral) return 1;
  return codes[langNo] === 'en' ? 2 : 3;
}

/**
 * Returns the documents for a reader of the language. Each number occurs once, in the preferred language; of neutral
 * documents, one of each type (specification 4). Other languages are left out.
 */
export function shownDocuments(documents: readonly Document[], language: string): Document[] {
  const wanted = documents
    .filter(({ langNo }) => rank(langNo, language) < 3)
    .sort((a, b) => rank(a.langNo, language) - rank(b.langNo, language));
  const seen = new Set<string>();
  const shown = new Set<Document>();
  for (const document of wanted) {
    const { docNo, langNo, type } = document;
    const keys = [`number ${docNo}`, ...(langNo === neutral ? [`type ${type.id}`] : [])];
    if (keys.some((key) => seen.has(key))) continue;
    for (const key of keys) seen.add(key);
    shown.add(document);
  }
  return documents.filter((document) => shown.has(document));
}

/** `Intl` objects are expensive to create. */
const languageNames = new Map<string, Intl.DisplayNames>();

/** Returns the name of a document's language; empty for a neutral or unknown one. */
export function documentLanguage(langNo: number, locale: string): string {
  const code = codes[langNo];
  if (!code) return '';
  const names = languageNames.get(locale) ?? new Intl.DisplayNames(locale, { type: 'language' });
  languageNames.set(locale, names);
  return names.of(code) ?? '';
}
