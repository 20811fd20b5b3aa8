/**
 * Import rules of the modules: the tiers from top to bottom, the folders of each, and what each folder may import,
 * types included. The table is `import-rules.json`; `npm run boundaries` checks it and makes the tables of
 * ARCHITECTURE.md from it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A folder, and which others its files may import; their own is always allowed. */
const folder = z.strictObject({
  /** Missing: what the tier holds, of which it is the only folder. */
  holds: z.string().optional(),
  /**
   * With a space between: `./x` is a folder of the same tier, `.` the files that lie in the tier itself, else a path.
   */
  may: z.string(),
});
const tier = z.strictObject({
  folder: z.string(),
  holds: z.string(),
  /** Packages that its files may import; missing: any. */
  packages: z.array(z.string()).readonly().optional(),
  /** Its folders may import each other both ways; missing: each imports only folders below it in the table. */
  isDrawer: z.boolean().optional(),
  /** Every folder with sources, named as in `may`, from top to bottom; `*` at the end matches any ending. */
  folders: z.record(z.string(), folder).readonly(),
});
export type Tier = Readonly<z.output<typeof tier>>;

/** Types of one file may be imported by so many folders; what more of them need is split by subject. */
export const maxFolders = 20;
/** Files that every folder of the server may import without a word here: their subject is one that all share. */
export const sharedByAll: readonly string[] = ['server/clock/clock.ts', 'server/clock/loop.ts'];

export const tiers: readonly Tier[] = z
  .array(tier)
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'import-rules.json'), 'utf8')));
