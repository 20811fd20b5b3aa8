import { existsSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { z } from 'zod';

/**
 * The operator's file of a data folder. What is public stands in it; secrets come from the environment by name (P95).
 */
export const shopFilePath = (dataDir: string): string => join(dataDir, 'shop.json');

/** The path of a file that is named in the operator's: as it is, or from the folder of that file on. */
export const besideShopFile = (dataDir: string, path: string): string =>
  isAbsolute(path) ? path : resolve(dataDir, path);

/** Keys of the file that say what the shop is; the marketplace reads the others. */
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

/** What is wrong at a place of the file. */
export interface Mistake {
  path: readonly (string | number)[];
  message: string;
}

/** A file that cannot be used; one sentence for each mistake, which names field and value. */
export class ShopFileError extends Error {
  override name = 'ShopFileError';
  /** Commands show its message without a stack. */
  readonly isExpectedError = true;
}

/** What tells one version of the file from another; empty for no file. */
export function shopFileVersion(dataDir: string): string {
  const stat = statSync(shopFilePath(dataDir), { throwIfNoEntry: false });
  return stat ? `${stat.mtimeMs} ${stat.size} ${stat.ino}` : '';
}

/** Where a mistake is, in words: lists by the names of their members. */
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

/** What stands at these names may be a secret by mistake, and is never repeated. */
const unrepeated = new Set(['authorization', 'secrets']);
/** Addresses of feeds and receivers hold keys at times. */
const mayHoldSecrets = (path: readonly PropertyKey[]): boolean =>
  path.some((key) => unrepeated.has(String(key))) ||
  (path.at(-1) === 'address' && (path[0] === 'feeds' || path[0] === 'webhooks'));

/** The operator's file as it was read. */
export interface ShopFileContent {
  readonly file: string;
  readonly content: unknown;
}

/**
 * Reads the operator's file.
 * @returns null where there is none
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
    const isTold = !mayHoldSecrets(path) && value !== undefined && value !== null && typeof value !== 'object';
    const found = isTold ? `, found ${JSON.stringify(value)}` : '';
    return `${file}, ${place || 'its top'}: ${message}${found.slice(0, 80)}.`;
  });
  throw new ShopFileError(sentences.join('\n'));
}

/** What the schema makes of the file. @throws ShopFileError with a sentence for each mistake */
export function checkedContent<Schema extends z.ZodType>(schema: Schema, read: ShopFileContent): z.output<Schema> {
  const parsed = schema.safeParse(read.content);
  if (parsed.success) return parsed.data;
  refuseMistakes(read, parsed.error.issues);
  throw parsed.error;
}
