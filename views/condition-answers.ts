import type { Fit } from '../server/contract/articles.js';

/** A visitor's answers to fit conditions by their keys; true if the condition is met. */
export type ConditionAnswers = ReadonlyMap<string, boolean>;

const most = 30;
const spelling = /^([\w-]{6})([01])$/;

/** Reads answers in the format of addresses: `Xy3_a91.pQ0-t80`. The last answer to a condition counts. */
export function readAnswers(text: string | null | undefined): Map<string, boolean> {
  const read = (text ?? '').split('.').flatMap((each): [string, boolean][] => {
    const [, key, answer] = spelling.exec(each) ?? [];
    return key ? [[key, answer === '1']] : [];
  });
  return new Map(read.slice(-most));
}

/** Writes answers in canonical order; empty for none. */
export const spellAnswers = (answers: ConditionAnswers): string =>
  [...answers]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, isSo]) => `${key}${+isSo}`)
    .join('.');

/** Applies answers to a verdict: it fits if all conditions are met, and does not if one fails. */
export function withAnswers(fit: Fit, answers: ConditionAnswers): Fit {
  const { state, conditions = [] } = fit;
  if (state !== 'conditional' || conditions.length === 0) return fit;
  const own = conditions.map((key) => answers.get(key));
  if (own.includes(false)) return { ...fit, state: 'no' };
  return own.every(Boolean) ? { ...fit, state: 'fits' } : fit;
}
