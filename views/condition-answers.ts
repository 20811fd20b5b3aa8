import type { Fit } from '../server/contract/articles.js';

/** A visitor's answers to the fit conditions of a car, by the key of the condition; true = it is met. */
export type ConditionAnswers = ReadonlyMap<string, boolean>;

const most = 30;
const spelling = /^([\w-]{6})([01])$/;

/** Reads answers as addresses and devices have them: `Xy3_a91.pQ0-t80`. Of one condition the last counts. */
export function readAnswers(text: string | null | undefined): Map<string, boolean> {
  const read = (text ?? '').split('.').flatMap((each): [string, boolean][] => {
    const [, key, answer] = spelling.exec(each) ?? [];
    return key ? [[key, answer === '1']] : [];
  });
  return new Map(read.slice(-most));
}

/** The one spelling of answers; empty for none. */
export const spellAnswers = (answers: ConditionAnswers): string =>
  [...answers]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, isSo]) => `${key}${+isSo}`)
    .join('.');

/** A verdict with the answers: it fits where all conditions are met, and not where one fails; the notes stay. */
export function withAnswers(fit: Fit, answers: ConditionAnswers): Fit {
  const { state, conditions = [] } = fit;
  if (state !== 'conditional' || conditions.length === 0) return fit;
  const own = conditions.map((key) => answers.get(key));
  if (own.includes(false)) return { ...fit, state: 'no' };
  return own.every(Boolean) ? { ...fit, state: 'fits' } : fit;
}
