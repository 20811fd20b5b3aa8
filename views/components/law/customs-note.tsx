import { usePage } from '../../context.js';

/** Countries within the customs border of the Union; Monaco belongs to the French customs territory. */
const within: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK'.split(' '),
);

/** Warns of customs besides the price (Directive 2011/83/EU, Art. 6 (1) (e)). @param from countries of the sellers */
export function CustomsNote({ from }: { from: readonly string[] }) {
  const { t, country } = usePage();
  const crosses = from.some((seller) => within.has(seller) !== within.has(country));
  return crosses && <p className="note space-above">{t('law:customs')}</p>;
}
