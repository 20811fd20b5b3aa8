import { approvalWord, splitApprovals } from '../../catalogue-file/approvals.js';
import { decodeColumn } from '../../catalogue-file/leaf-format.js';
import type { Generation } from '../../generation/generation.js';
import { remembered } from '../words/remembered.js';
import type { Word } from '../words/written-words.js';

/** An approval that goods have, and the leaves of these goods. */
interface KnownApproval {
  readonly approval: string;
  readonly leaves: ReadonlySet<number>;
}

/** Approvals of all goods, by the words that find them. */
export type KnownApprovals = ReadonlyMap<string, KnownApproval>;

/** Reads the approvals of all goods. */
export const knownApprovals = remembered(async ({ db }: Generation): Promise<KnownApprovals> => {
  const rows = await db
    .selectFrom('leaf_column')
    .select(['category_id', 'data'])
    .where('key', '=', 'approval')
    .execute();
  const known = new Map<string, { approval: string; leaves: Set<number> }>();
  for (const { category_id, data } of rows)
    for (const approval of decodeColumn(data).values.flatMap(([joined]) => splitApprovals(joined))) {
      const word = approvalWord(approval);
      const entry = known.get(word) ?? { approval, leaves: new Set() };
      known.set(word, entry);
      entry.leaves.add(category_id);
    }
  return known;
});

/** An approval in a text. */
export type NamedApproval = Word & KnownApproval;

/** Reads the words that stand for approvals. */
export async function readApprovals(generation: Generation, words: readonly Word[]): Promise<NamedApproval[]> {
  const known = await knownApprovals(generation);
  return words.flatMap((word) => {
    const found = known.get(word.plain);
    return found ? [{ ...word, ...found }] : [];
  });
}

/**
 * Writes a bare oil grade as the standard that it may mean: `c3` as `ACEA C3`, `vw 504 507` as `vw 504 00 507 00`.
 * `Citroën C3` stays a car.
 */
export const withOilGrades = (term: string): string =>
  term
    .replace(/(?<!citro[eë]n\s+|acea[\s-]*)(?<![\p{L}\p{N}/])(c[1-6])(?![\p{L}\p{N}/])/giu, 'ACEA $1')
    .replace(/(?<=\bvw[\s-]*(?:50\d(?:[\s.]?00)?[\s/,+]+)*)(50\d)(?![\s.]?00|\d)/giu, '$1 00');
