import { inLanguages, type Language, languages } from '../../contract/languages.js';
import { normaliseNumber } from '../../contract/search.js';
import { type ServedProducts, withOffers } from '../import/served-products.js';
import { addRecall, listRecalls, type Recall, removeRecall } from '../offer-store/recall.js';
import { UsageError } from '../program/run-command.js';
import { CommandError, type CommandInput } from './command-input.js';
import { sayRows } from './report-text.js';

/**
 * `add BRAND NUMBER`, `remove BRAND NUMBER` or `list`: stops the sale of a product; its page gives the reason.
 * @throws UsageError, CommandError for an unknown product
 */
export function recallCommand(input: CommandInput): void {
  const { clock, say } = input;
  const [action, brand, number] = input.words;
  withOffers(input, (writer, products) => {
    if (action === 'list') {
      return sayRows(input, named(listRecalls(writer), products), 'No product is taken off.', (row) => [
        row.at.slice(0, 16),
        row.brand,
        row.number,
        row.reason.de,
        row.url ?? '',
      ]);
    }
    if (action !== 'add' && action !== 'remove')
      throw new UsageError(`recall takes add, remove or list, found "${action ?? ''}".`);
    if (brand === undefined || number === undefined) throw new UsageError('BRAND and NUMBER are missing.');
    const productId = productOf(products, brand, number);
    if (action === 'add') {
      addRecall(writer, { productId, at: clock.now(), reason: reasonOf(input.reasons), url: addressOf(input.url) });
      say(`${brand} ${number} is not sold any more.`);
    } else {
      if (!removeRecall(writer, productId)) throw new CommandError(`${brand} ${number} was not taken off.`);
      say(`${brand} ${number} may be sold again.`);
    }
  });
}

function productOf({ database }: ServedProducts, brand: string, number: string): number {
  const row = database
    ?.prepare(
      `select p.id from product p join brand b on b.id = p.brand_id
       where (lower(b.name) = lower(:brand) or lower(b.seo_name) = lower(:brand)) and p.norm_number = :number`,
    )
    .get({ brand, number: normaliseNumber(number) });
  if (!row) throw new CommandError(`There is no product ${brand} ${number} in the catalogue.`);
  return Number(row.id);
}

function reasonOf(given: readonly string[]): Record<Language, string> {
  const own = new Map<string, string>();
  for (const text of given) {
    const [, language = '', rest = text] = /^([a-z]{2}):(.*)$/s.exec(text) ?? [];
    own.set(language, rest.trim());
  }
  const general = own.get('') ?? '';
  const reason = inLanguages((language) => own.get(language) ?? general);
  const without = languages.filter((language) => reason[language] === '');
  if (without.length > 0) throw new UsageError(`--reason is missing for ${without.join(', ')}.`);
  return reason;
}

function addressOf(url: string | undefined): string | null {
  if (url === undefined) return null;
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:')
    throw new UsageError(`--url must be an https address, found "${url}".`);
  return url;
}

/** Adds brand and number; both are empty if the catalogue lacks the product. */
function named(recalls: readonly Recall[], { database }: ServedProducts) {
  const find = database?.prepare(
    'select b.name as brand, p.article_number as number from product p join brand b on b.id = p.brand_id where p.id = ?',
  );
  return recalls.map(({ productId, at, reason, url }) => {
    const { brand = '', number = '' } = find?.get(productId) ?? {};
    return { productId, brand: String(brand), number: String(number), at: new Date(at).toISOString(), reason, url };
  });
}
