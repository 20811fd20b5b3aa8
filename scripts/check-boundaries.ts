/**
 * Import rules of the modules, as the tables of ARCHITECTURE.md have them: what each folder may import, that nothing is
 * allowed which nobody imports, that no files import each other in a circle, and that no type is known in too many folders.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { circlesOf, type Imports, readImports } from './imports.ts';
import { root } from './lib-run.ts';

/** Types of one file may be imported by so many folders; what more of them need is split by subject. */
const maxFolders = 15;

/** The tiers stand from top to bottom. */
export interface Tier {
  readonly folder: string;
  /** Packages that its files may import; null for any. */
  readonly packages: readonly string[] | null;
  /** What each of its folders may import, its own apart, by their paths; `*` at the end stands for whatever begins so. */
  readonly folders: ReadonlyMap<string, readonly string[]>;
}

/** Tests stand beside what they test and may look at everything; nothing looks at them. */
const isTest = (file: string): boolean => file.startsWith('test/') || /\.(?:test|check)\.tsx?$/.test(file);

/** The rules in the tables of a document: one of tiers, then one for each tier with several folders. */
export function tiersIn(document: string): Tier[] {
  const rows = document.matchAll(/^\| (in )?`(.+?)` \|.*?\| (.*?) \|(?: (.*?) \|)?$/gm);
  const tables = new Map<string, { packages: string[] | null; rows: Map<string, string[]> }>();
  let within = '';
  for (const [, isHead, name = '', imports = '', packages] of rows) {
    const names = (cell = ''): string[] => [...cell.matchAll(/`(.+?)`/g)].map(([, each = '']) => each);
    if (isHead) within = name;
    else if (within) tables.get(within)?.rows.set(name, names(imports));
    else {
      const own: [string, string[]][] = imports === 'as below' ? [] : [['.', names(imports)]];
      tables.set(name, { packages: packages === 'any' ? null : names(packages), rows: new Map(own) });
    }
  }
  return [...tables].map(([folder, { packages, rows: own }]) => {
    // `.` are the files that lie in the tier itself; a name without a row of its own is a path.
    const pathOf = (name: string): string => (name === '.' ? folder : own.has(name) ? `${folder}/${name}` : name);
    return { folder, packages, folders: new Map([...own].map(([name, may]) => [pathOf(name), may.map(pathOf)])) };
  });
}

/** The row that a file belongs to: files whose paths begin so (`*`), else its very folder. */
function rowOf(table: readonly Tier[], file: string): string | undefined {
  const rows = table.flatMap(({ folders }) => [...folders.keys()]);
  return (
    rows.find((path) => path.endsWith('*') && file.startsWith(path.slice(0, -1))) ??
    rows.find((path) => path === dirname(file))
  );
}

/** Imports against the rules, packages that a tier has no business with, and doors that nobody uses. */
export function importViolations(table: readonly Tier[], imports: Imports): string[] {
  const errors: string[] = [];
  const used = new Set<string>();
  const allowed = new Set(
    table.flatMap(({ folders }) => [...folders].flatMap(([path, may]) => may.map((target) => `${path} -> ${target}`))),
  );
  for (const [file, imported] of imports) {
    if (isTest(file)) continue;
    const own = rowOf(table, file);
    const tier = table.find(({ folders }) => own !== undefined && folders.has(own));
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
      if (other === own) continue;
      const arrow = `${own} -> ${other}`;
      if (allowed.has(arrow)) used.add(arrow);
      else errors.push(`forbidden import: ${file} -> ${target}`);
    }
  }
  for (const arrow of allowed) if (!used.has(arrow)) errors.push(`allowed, and not imported: ${arrow}`);
  return errors;
}

/** Imports of other tiers that do not lead down. */
export function upwardFaults(table: readonly Tier[]): string[] {
  return table.flatMap((tier, rank) =>
    table
      .slice(0, rank)
      .filter(({ folders }) => [...tier.folders.values()].flat().some((path) => folders.has(path)))
      .map((other) => `upwards: ${tier.folder} -> ${other.folder}`),
  );
}

/** Files whose types are imported from more folders than one can keep in mind. */
export function typeFaults(imports: Imports, most: number): string[] {
  const folders = new Map<string, Set<string>>();
  for (const [file, imported] of imports) {
    if (isTest(file)) continue;
    for (const { file: target, hasTypes } of imported) {
      if (target === null || !hasTypes || dirname(target) === dirname(file)) continue;
      folders.set(target, (folders.get(target) ?? new Set()).add(dirname(file)));
    }
  }
  return [...folders]
    .filter(([, importing]) => importing.size > most)
    .map(([file, { size }]) => `types of ${file} are imported by ${size} folders, more than ${most}`);
}

/** Everything that is wrong with the import rules, a sentence each. */
export function errors(): string[] {
  const imports = readImports(root, ['server', 'views', 'client', 'scripts', 'test']);
  const tables = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').split(/<!-- \/?imports -->/)[1] ?? '';
  const tiers = tiersIn(tables);
  return [
    ...importViolations(tiers, imports),
    ...upwardFaults(tiers),
    ...circlesOf(imports).map((circle) => `circle: ${circle.join(' -> ')}`),
    ...typeFaults(imports, maxFolders),
  ];
}

if (import.meta.main) {
  const found = errors();
  for (const line of found) console.error(line);
  process.exit(found.length > 0 ? 1 : 0);
}
