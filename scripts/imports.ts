/** The files of the project and what each of them imports, types included. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export interface Import {
  /** File of the project that is imported, from its root; null for anything else, such as a package. */
  readonly file: string | null;
  /** As it is written. */
  readonly specifier: string;
  /** At least one of its names is a type. */
  readonly hasTypes: boolean;
}
export type Imports = ReadonlyMap<string, readonly Import[]>;

/** Tests stand beside what they test and may look at everything; nothing looks at them. */
export const isTest = (file: string): boolean => file.startsWith('test/') || /\.(?:test|check)\.tsx?$/.test(file);

const statement =
  /^[ \t]*(?:import|export)\b(?<names>[^'";]*?)\bfrom\s+'(?<from>[^']+)'|^[ \t]*import\s+'(?<bare>[^']+)'|\bimport\(\s*'(?<called>[^']+)'\s*\)/gm;

/**
 * Imports in the text of a file: `import`, `export … from`, `import()` and types of `import('…')`.
 * @param resolve file of the project that a relative specifier means
 */
export function importsIn(text: string, resolve: (specifier: string) => string | null): Import[] {
  return [...text.matchAll(statement)].map(({ groups = {} }) => {
    const { names = '', from, bare, called } = groups;
    const specifier = from ?? bare ?? called ?? '';
    return {
      file: specifier.startsWith('.') ? resolve(specifier) : null,
      specifier,
      hasTypes: /(?:^|[{,])\s*type\s+(?!as\s)/.test(names),
    };
  });
}

/** Files of the program below a folder, from the root. */
export function* sources(root: string, folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* sources(root, path);
    else if (/\.(?:tsx?|mts|mjs)$/.test(entry.name)) yield path;
  }
}

/** Imports of every source below the folders. */
export function readImports(root: string, folders: readonly string[]): Imports {
  const imports = new Map<string, Import[]>();
  for (const file of folders.flatMap((folder) => [...sources(root, folder)])) {
    const resolve = (specifier: string): string | null => {
      const path = normalize(join(dirname(file), specifier));
      const candidates = [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')];
      return candidates.find((candidate) => existsSync(join(root, candidate))) ?? null;
    };
    imports.set(file, importsIn(readFileSync(join(root, file), 'utf8'), resolve));
  }
  return imports;
}
