import { inLanguages } from '../contract/languages.js';
import { joinApprovals, splitApprovals } from '../marketplace/catalogue-file/approvals.js';
import { weightRow } from './attributes/attributes.js';
import type { AttributeRow } from './attributes/measure.js';
import type { Variety } from './attributes/varieties.js';
import type { Category } from './categories.js';
import { unitName } from './items.js';
import { normOf } from './part-numbers.js';
import type { Making, Product } from './products.js';
import type { SeededRandom } from './seeded-random.js';

const plain: Variety = { attributes: [], suffix: '', size: 1, content: null, unit: null };

/** A quantity in the notation of the language: `0,5 l`. */
function written(content: number, unit: string, language: string): string {
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: 3 }).format(content)} ${unit}`;
}

/** Replaces the decimal point in `7.5 A`, which no language has; codes such as `P14.5s` keep theirs. */
const withComma = (suffix: string): string => suffix.replace(/(?<![\w.])(\d+)\.(\d+)(?= )/g, '$1,$2');

function titleOf(category: Category, variety: Variety, series: string): string | null {
  if (!variety.suffix && !series && !category.item) return null;
  return JSON.stringify(
    inLanguages((language) => {
      const content = variety.content === null ? '' : written(variety.content, variety.unit ?? '', language);
      const suffix = withComma(variety.suffix).replace('{volume}', content);
      return [unitName(category)[language], suffix, series].filter(Boolean).join(' ');
    }),
  );
}

/** Names of a brand's product lines: some articles have no other difference. */
const lines = ['Basic', 'Classic', 'Pro', 'Plus'];

/**
 * Removes some approvals of car makers: an oil meets the standards of its variety, but not every maker has approved it.
 */
function withOwnApprovals([key, value, unit]: AttributeRow, dice: SeededRandom): AttributeRow {
  if (key !== 'approval') return [key, value, unit];
  const isOwn = (approval: string) => /^(?:ACEA|API) /.test(approval) || dice.roll('approval', approval) < 0.8;
  return [key, joinApprovals(splitApprovals(String(value)).filter(isOwn)), unit];
}

/** Makes the articles of a leaf that belong to no vehicle. */
export function* universalProducts(category: Category, making: Making): Generator<Product> {
  const { brands, numbers, dice: seedDice } = making;
  const makers = brands.filter((brand) => brand.roots.has(category.root?.id ?? 0));
  const all = category.varieties;
  const maximumBrands = category.popularity >= 900 ? 7 : category.popularity >= 500 ? 5 : 4;
  const chosen = seedDice.shuffle(makers, 'universal', category.id).slice(0, maximumBrands);
  for (const brand of chosen) {
    const own = seedDice.about('universal', category.id, brand.name);
    const keep = category.popularity >= 900 ? 0.55 : 0.45;
    const made = all ? all.filter((_, index) => index === 0 || own.roll('keep', index) < keep) : [plain, plain];
    for (const [index, variety] of made.entries()) {
      const line = all ? '' : (lines[(own.int(0, 1, 'line') + index * 2) % lines.length] ?? '');
      const what = `${category.id}|${variety.suffix}|${line}`;
      const articleNumber = numbers.article(brand, what);
      const norm = normOf(articleNumber);
      const dice = own.about(what);
      // Some goods lack their content, as in real feeds: they have no base price, so they are not sold.
      const content = dice.roll('forgotten') < 0.01 ? null : variety.content;
      yield {
        brand,
        category,
        articleNumber,
        norm,
        ean: numbers.ean(brand, norm),
        title: titleOf(category, variety, line),
        place: null,
        condition: 'new',
        attributes:
          variety.attributes.length > 0
            ? variety.attributes.map((row) => withOwnApprovals(row, dice))
            : [weightRow(category.price, dice.roll('weight'))],
        baseAmount: content === null ? null : Math.round(content * 1000),
        baseUnit: content === null ? null : variety.unit,
        popularity: Math.max(
          1,
          Math.round(category.popularity * dice.lognormal(0.5, 'popularity') * (variety.size > 3 ? 1.5 : 5)),
        ),
        price: Math.max(
          90,
          Math.round(
            category.price * variety.size * brand.factor * (index % 2 && !all ? 1.25 : 1) * dice.lognormal(0.1, 'own'),
          ),
        ),
        oe: [],
        fits: [],
      };
    }
  }
}
