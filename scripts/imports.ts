/** The files of the project and the imports of each, types included. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export interface Import {
  /** The imported file, from the project's root; null for anything else, such as a package. */
  readonly file: string | null;
  readonly specifier: string;
}
export type Imports = ReadonlyMap<string, readonly Import[]>;

/** Tests are beside their subjects and may import everything. No other file imports them. */
export const isTest = (file: string): boolean => file.startsWith('test/') || /\.(?:test|check)\.tsx?$/.test(file);

const statement =
  /^[ \t]*(?:import|export)\b[^'";]*?\bfrom\s+'([^']+)'|^[ \t]*import\s+'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;

/** Specifiers in a source: of `import`, `export … from`, `import()` and types of `import('…')`. */
export const specifiersIn = (source: string): string[] =>
  [...source.matchAll(statement)].flatMap(([, from, bare, called]) => from ?? bare ?? called ?? []);

/** Source files below a folder, from the root. */
export function* sources(root: string, folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* sources(root, path);
    else if (/\.(?:tsx?|mts|mjs)$/.test(entry.name)) yield path;
  }
}

/** Imports of every source below the folders. */
export function readImports(root: string, folders: readonly string[]): Imports {
  const resolve = (file: string, specifier: string): string | null => {
    if (!specifier.startsWith('.')) return null;
    const path = normalize(join(dirname(file), specifier));
    const candidates = [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')];
    return candidates.find((candidate) => existsSync(join(root, candidate))) ?? null;
  };
  return new Map(
    folders
      .flatMap((folder) => [...sources(root, folder)])
      .map((file) => [
        file,
        specifiersIn(readFileSync(join(root, file), 'utf8')).map((specifier) => ({
          file: resolve(file, specifier),
          specifier,
        })),
      ]),
  );
}
