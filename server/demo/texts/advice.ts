import { z } from 'zod';
import type { Language } from '../../contract/languages.js';
import advices from '../data/advice.json' with { type: 'json' };
import { texts } from './texts.js';

/** Kinds of drawings by the sort of their advice, and categories whose drawing stands for another sort of part. */
const sorts = z
  .record(z.string(), z.strictObject({ kinds: z.array(z.string()), categories: z.array(z.number()) }))
  .parse(advices);
const sortsBy = <Name extends 'kinds' | 'categories'>(name: Name) =>
  new Map(Object.entries(sorts).flatMap(([sort, of]) => of[name].map((each) => [each, sort] as const)));
const sortOfKind = sortsBy('kinds');
const sortOfCategory = sortsBy('categories');
/** Towing and transport. */
const accessoryRoot = 128;

/** Whether the advice of a leaf is more than help: it then stands on its page, and not behind a link. */
export const mustBeSaid = (category: number): boolean => sortOfCategory.get(category) === 'triangle';

/** What to look for when buying a part of this kind, in whole sentences. */
export function adviceFor(kind: string, category: number, root: number, language: Language): string {
  const sort = sortOfCategory.get(category) ?? (root === accessoryRoot ? 'accessory' : sortOfKind.get(kind));
  const advice: Readonly<Record<string, string>> = texts[language].advice;
  const sentence = sort && advice[sort];
  if (!sentence) throw new RangeError(`no advice for kind ${kind}`);
  return sentence;
}
