import type { ProductDetail } from '../../../server/api/contract.js';

type Document = ProductDetail['documents'][number];

/** Language numbers of documents (specification 3). */
const codes: Readonly<Record<number, string>> = { 1: 'de', 4: 'en', 6: 'fr', 7: 'it', 8: 'es', 9: 'nl' };
const neutral = 255;

/** Each document once: by its number, and one that speaks no language also by its kind (specification 4). */
export function uniqueDocuments(documents: readonly Document[]): Document[] {
  const seen = new Set<string>();
  return documents.filter(({ docNo, langNo, type }) => {
    const keys = [docNo, ...(langNo === neutral ? [`kind ${type.id}`] : [])];
    const isKnown = keys.some((key) => seen.has(key));
    if (!isKnown) for (const key of keys) seen.add(key);
    return !isKnown;
  });
}

/** The language of a document in the words of the edition; empty for a neutral or unknown one. */
export function documentLanguage(langNo: number, locale: string): string {
  const code = codes[langNo];
  return code ? (new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? '') : '';
}
