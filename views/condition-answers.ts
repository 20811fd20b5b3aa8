import type { Fit } from '../server/contract/articles.js';

/** What somebody has told of a car, by the key of the condition: it is so, or it is not. */
export type Told = ReadonlyMap<string, boolean>;

const most = 30;
const spelling = /^([\w-]{6})([01])$/;

/** Reads answers as addresses and devices have them: `Xy3_a91.pQ0-t80`. Of one condition the last counts. */
export function readTold(text: string | null | undefined): Map<string, boolean> {
  const read = (text ?? '').split('.').flatMap((each): [string, boolean][] => {
    const [, key, answer] = spelling.exec(each) ?? [];
    return key ? [[key, answer === '1']] : [];
  });
  return new Map(read.slice(-most));
}

/** The one spelling of what was told; empty for nothing. */
export const spellTold = (told: Told): string =>
  [...told]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, isSo]) => `${key}${+isSo}`)
    .join('.');

/** A verdict with the answers: it fits where all conditions are met, and not where one fails; the notes stay. */
export function withTold(fit: Fit, told: Told): Fit {
  const { state, conditions = [] } = fit;
  if (state !== 'conditional' || conditions.length === 0) return fit;
  const answers = conditions.map((key) => told.get(key));
  if (answers.includes(false)) return { ...fit, state: 'no' };
  return answers.every(Boolean) ? { ...fit, state: 'fits' } : fit;
}
