/**
 * `npm run boundaries` checks the imports of all modules, types included, against `import-rules.json`. That file lists
 * the tiers from top to bottom, their folders, and the imports that each folder may have. No row may allow an import
 * that no file makes. Biome finds circles (`noImportCycles`).
 */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { type Imports, isTest, readImports } from './imports.ts';
import { at, root } from './lib-run.ts';

const folder = z.strictObject({
  /** Contents of the folder; left out if the tier has one folder, which `tier.holds` describes. */
  holds: z.string().optional(),
  /** Paths with spaces between: `./x` is a folder of the tier, `.` the files of the tier itself. */
  may: z.string(),
});
const tier = z.strictObject({
  folder: z.string(),
  holds: z.string(),
  /** Packages that its files may import; missing: any. */
  packages: z.array(z.string()).readonly().optional(),
  /** Its folders may import each other; otherwise each imports only folders below it in the table. */
  isDrawer: z.boolean().optional(),
  /** Every folder with sources, from top to bottom; `*` at the end matches any ending. */
  folders: z.record(z.string(), folder).readonly(),
});
export type Tier = Readonly<z.output<typeof tier>>;

const tiers: readonly Tier[] = z.array(tier).parse(JSON.parse(readFileSync(at('scripts/import-rules.json'), 'utf8')));
/** Files that every folder of the server may import. */
const sharedByAll: readonly string[] = ['server/clock/clock.ts', 'server/clock/loop.ts'];

/** Returns the path of a tier's or folder's name. */
const pathIn = (tier: Tier, name: string): string =>
  name === '.' ? tier.folder : name.startsWith('./') ? `${tier.folder}/${name.slice(2)}` : name;
const namesIn = (may: string): string[] => may.split(' ').filter(Boolean);
const pathsOf = (tier: Tier): string[] => Object.keys(tier.folders).map((name) => pathIn(tier, name));

/**
 * The row of a file: that of the beginning of its path (`*`), or else of its folder. A folder `data` without a row
 * belongs to the folder around it.
 */
function rowOf(table: readonly Tier[], file: string): string | undefined {
  const rows = table.flatMap(pathsOf);
  const folder = dirname(file);
  return (
    rows.find((path) => path.endsWith('*') && file.startsWith(path.slice(0, -1))) ??
    rows.find((path) => path === folder) ??
    rows.find((path) => `${path}/data` === folder)
  );
}

/** Forbidden imports and packages, and allowed imports that no file makes. */
export function importViolations(table: readonly Tier[], imports: Imports): string[] {
  const errors: string[] = [];
  const used = new Set<string>();
  const allowed = new Set(
    table.flatMap((tier) =>
      Object.entries(tier.folders).flatMap(([name, { may }]) =>
        namesIn(may).map((target) => `${pathIn(tier, name)} -> ${pathIn(tier, target)}`),
      ),
    ),
  );
  for (const [file, imported] of imports) {
    if (isTest(file)) continue;
    const own = rowOf(table, file);
    const tier = table.find((each) => own !== undefined && pathsOf(each).includes(own));
    if (own === undefined || tier === undefined) {
      errors.push(`in no folder of the import rules: ${file}`);
      continue;
    }
    for (const { file: target, specifier } of imported) {
      if (target === null) {
        const isKnown = !tier.packages || tier.packages.some((name) => `${specifier}/`.startsWith(`${name}/`));
        if (!isKnown) errors.push(`a package that ${tier.folder} does not use: ${file} -> ${specifier}`);
        continue;
      }
      const other = rowOf(table, target);
      if (other === own || sharedByAll.includes(target)) continue;
      const arrow = `${own} -> ${other}`;
      if (allowed.has(arrow)) used.add(arrow);
      else errors.push(`forbidden import: ${file} -> ${target}`);
    }
  }
  for (const arrow of allowed) if (!used.has(arrow)) errors.push(`allowed, and not imported: ${arrow}`);
  return errors;
}

/**
 * Arrows that do not lead down: the table has the tiers from top to bottom, and so the folders of each but `isDrawer`.
 */
export function upwardFaults(table: readonly Tier[]): string[] {
  return table.flatMap((tier, rank) => {
    const rows = tier.isDrawer ? [] : pathsOf(tier);
    const inside = Object.entries(tier.folders).flatMap(([name, { may }], at) =>
      namesIn(may)
        .map((target) => pathIn(tier, target))
        .filter((target) => rows.slice(0, at).includes(target))
        .map((target) => `upwards: ${pathIn(tier, name)} -> ${target}`),
    );
    const between = importedTiers(table, tier)
      .filter((other) => table.indexOf(other) < rank)
      .map((other) => `upwards: ${tier.folder} -> ${other.folder}`);
    return [...inside, ...between];
  });
}

/** Other tiers that the folders of a tier may import. */
function importedTiers(table: readonly Tier[], tier: Tier): Tier[] {
  const targets = Object.values(tier.folders).flatMap(({ may }) => namesIn(may).map((name) => pathIn(tier, name)));
  return table.filter((other) => other !== tier && pathsOf(other).some((path) => targets.includes(path)));
}

export function errors(): string[] {
  const imports = readImports(root, ['server', 'views', 'client', 'scripts', 'test']);
  return [...importViolations(tiers, imports), ...upwardFaults(tiers)];
}

if (import.meta.main) {
  const found = errors();
  for (const line of found) console.error(line);
  process.exit(found.length > 0 ? 1 : 0);
}
