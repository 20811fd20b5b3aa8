import { inLanguages } from '../../contract/languages.js';
import type { Category } from '../categories.js';
import { texts } from './texts.js';

type Warning = keyof typeof texts.de.warnings;

/** Clock spring, control unit, belt, buckle and crash sensor. */
const airbagLeaves = new Set([2152, 2314, 2429, 2430, 2431]);
const harmlessFluids = new Set([2457, 2462]);

/** Safety warnings of a category's products, as JSON: a list of texts by language. */
export function warningsFor(category: Category): string {
  const warning = chosen(category);
  if (!warning) return '[]';
  return JSON.stringify(
    texts.de.warnings[warning].map((_, index) => inLanguages((language) => texts[language].warnings[warning][index])),
  );
}

function chosen({ id, kind, universal, parent }: Category): Warning | null {
  if (airbagLeaves.has(id)) return 'airbag';
  if (parent?.id === 422 || id === 2506 || id === 2501) return 'voltage';
  if (kind === 'canister' || id === 2467) return harmlessFluids.has(id) ? null : 'chemical';
  if (kind === 'spray')
    return harmlessFluids.has(id)
      ? null
      : id === 2481
        ? 'tension'
        : universal && [2445, 2448, 2458, 2459, 2460, 2463, 2464, 2465].includes(id)
          ? 'chemical'
          : 'aerosol';
  if (kind === 'battery') return universal ? null : 'acid';
  if (kind === 'gasSpring' || kind === 'spring' || id === 2350) return 'tension';
  return null;
}
