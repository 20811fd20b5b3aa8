import { existsSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { z } from 'zod';

/** The operator's file of a data folder. It names variables of the environment that hold secrets (P95). */
export const shopFilePath = (dataDir: string): string => join(dataDir, 'shop.json');

/** The path of a file that the operator's file names; a relative one begins in its folder. */
export const besideShopFile = (dataDir: string, path: string): string =>
  isAbsolute(path) ? path : resolve(dataDir, path);

/** Keys of the shop; the marketplace reads the others. */
export const shopKeys = [
  'name',
  'logo',
  'icon',
  'guaranteeNotice',
  'durabilityLabel',
  'colours',
  'rating',
  'frontAxle',
  'identity',
  'services',
  'socialLinks',
  'pages',
  'editions',
] as const;

export interface Mistake {
  path: readonly (string | number)[];
  message: string;
}

/** A file that cannot be used. Each mistake has a sentence with field and value. */
export class ShopFileError extends Error {
  override name = 'ShopFileError';
  /** Programs end with the message alone, without a stack. */
  readonly isExpectedError = true;
}

/** Identifies a version of the file; empty for no file. */
export function shopFileVersion(dataDir: string): string {
  const stat = statSync(shopFilePath(dataDir), { throwIfNoEntry: false });
  return stat ? `${stat.mtimeMs} ${stat.size} ${stat.ino}` : '';
}

/** The place of a mistake in words, with the names of the members of lists. */
function locationOf(content: unknown, path: readonly PropertyKey[]): { place: string; value: unknown } {
  let value = content;
  const words: string[] = [];
  for (const key of path) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
    const name = typeof value === 'object' && value !== null && 'name' in value ? ` "${String(value.name)}"` : '';
    words.push(typeof key === 'number' ? `${key + 1}${name}` : String(key));
  }
  return { place: words.join(' '), value };
}

/** Messages never repeat these values: they may be secrets. */
const unrepeated = new Set(['authorization', 'secrets']);
/** Names of settings whose values may contain keys. */
const mayHoldSecrets = (path: readonly PropertyKey[]): boolean =>
  path.some((key) => unrepeated.has(String(key))) ||
  (path.at(-1) === 'address' && (path[0] === 'feeds' || path[0] === 'webhooks'));

export interface ShopFileContent {
  readonly file: string;
  readonly content: unknown;
}

/**
 * Reads the operator's file.
 * @returns null for no file
 * @throws ShopFileError where it cannot be read
 */
export function readShopFileContent(dataDir: string): ShopFileContent | null {
  const file = shopFilePath(dataDir);
  if (!existsSync(file)) return null;
  try {
    return { file, content: JSON.parse(readFileSync(file, 'utf8')) };
  } catch (error) {
    throw new ShopFileError(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

/** @throws ShopFileError with a sentence for each mistake, where there are any */
export function refuseMistakes(
  { file, content }: ShopFileContent,
  mistakes: readonly (z.core.$ZodIssue | Mistake)[],
): void {
  if (mistakes.length === 0) return;
  const sentences = mistakes.map(({ path, message }) => {
    const { place, value } = locationOf(content, path);
    const isShown = !mayHoldSecrets(path) && value !== undefined && value !== null && typeof value !== 'object';
    const found = isShown ? `, found ${JSON.stringify(value)}` : '';
    return `${file}, ${place || 'its top'}: ${message}${found.slice(0, 80)}.`;
  });
  throw new ShopFileError(sentences.join('\n'));
}

/** Parses the file. @throws ShopFileError with a sentence for each mistake */
export function checkedContent<Schema extends z.ZodType>(schema: Schema, read: ShopFileContent): z.output<Schema> {
  const parsed = schema.safeParse(read.content);
  if (parsed.success) return parsed.data;
  refuseMistakes(read, parsed.error.issues);
  throw parsed.error;
}

/** The schema of values by known names. Its error lists these names. */
export const namedValues = <const Name extends string, Value extends z.ZodType>(names: readonly Name[], value: Value) =>
  z.partialRecord(z.enum(names), value, {
    error: ({ code, keys }: { readonly code?: string; readonly keys?: unknown }) =>
      code === 'unrecognized_keys' && Array.isArray(keys)
        ? `does not know ${keys.map((key) => JSON.stringify(key)).join(', ')}, only ${names.join(', ')}`
        : undefined,
  });
