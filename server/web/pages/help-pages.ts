import { type InformationPage, informationPages } from '../../../views/links.js';
import { informationTitle } from '../information/content.js';
import type { Edition } from '../routes/editions.js';
import words from './help-words.json' with { type: 'json' };

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
/** Longer questions usually concern a part, not the shop. */
const longestQuestion = 5;
const mostPages = 3;
/** Shorter words must match a whole word. */
const shortestBeginning = 5;

/** Finds pages of the shop for words such as `Rücksendung` or `Versandkosten`. */
export function helpFor(query: string, edition: Edition, shop: string): { page: InformationPage; title: string }[] {
  const written = plain(query).match(/[\p{L}\p{N}-]+/gu) ?? [];
  if (written.length === 0 || written.length > longestQuestion) return [];
  const known: Readonly<Record<string, string | undefined>> = words[edition.language];
  const isAbout = (page: InformationPage) =>
    plain(known[page] ?? '')
      .split(' ')
      .some((start) =>
        written.some((word) => word === start || (start.length >= shortestBeginning && word.startsWith(start))),
      );
  return informationPages
    .filter((page) => known[page] && isAbout(page))
    .flatMap((page) => {
      const title = informationTitle(edition, page, shop);
      return title === null ? [] : [{ page, title }];
    })
    .slice(0, mostPages);
}
