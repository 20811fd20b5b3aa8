import { approvalWord, splitApprovals } from '../catalogue/approvals.js';
import type { Generation } from '../store/generation.js';
import { decodeColumn } from '../store/leaf-format.js';

/** Approvals by the words that find them. */
type ApprovalWords = ReadonlyMap<string, string>;
const known = new WeakMap<Generation, Promise<ApprovalWords>>();

/** All approvals that goods of the catalogue have; read once. */
export function knownApprovals(generation: Generation): Promise<ApprovalWords> {
  const words = known.get(generation) ?? readApprovalWords(generation);
  known.set(generation, words);
  return words;
}

async function readApprovalWords({ db }: Generation): Promise<ApprovalWords> {
  const rows = await db.selectFrom('leaf_column').select('data').where('key', '=', 'approval').execute();
  const values = rows.flatMap(({ data }) => decodeColumn(data).values);
  const approvals = values.flatMap(([joined]) => splitApprovals(joined));
  return new Map(approvals.map((approval) => [approvalWord(approval), approval]));
}
