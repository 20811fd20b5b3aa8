import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { z } from 'zod';
import { ExpectedError } from '../commands/expected-error.js';
import { type FeedSettings, feedSchema, feedSettings } from './feed-settings.js';
import {
  type Environment,
  type Mistake,
  secretOf,
  type WebhookSettings,
  webhookSchema,
  webhookSettings,
} from './outside-values.js';

/** The operator's file of a data folder. What is public stands in it; secrets come from the environment by name (P95). */
export const shopFilePath = (dataDir: string): string => join(dataDir, 'shop.json');

/** What the operator's file says, checked, with the values of the environment that it names. */
export interface ShopFile {
  readonly feeds: readonly FeedSettings[];
  readonly webhooks: readonly WebhookSettings[];
}

/** A file that cannot be used; one sentence for each mistake, which names field and value. */
export class ShopFileError extends ExpectedError {
  override name = 'ShopFileError';
}

const schema = z.strictObject({
  feeds: z.array(feedSchema).default([]),
  webhooks: z.array(webhookSchema).default([]),
});

/** Where a mistake is, in words: lists by the names of their members. */
function locationOf(content: unknown, path: readonly PropertyKey[]): { place: string; value: unknown } {
  let value = content;
  const words: string[] = [];
  for (const key of path) {
    value = typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined;
    const name = typeof value === 'object' && value !== null && 'name' in value ? ` "${String(value.name)}"` : '';
    words.push(typeof key === 'number' ? `${key + 1}${name}` : String(key));
  }
  return { place: words.join(' '), value };
}

/** What stands at these names may be a secret by mistake, and is never repeated. */
const unrepeated = new Set(['address', 'authorization', 'secrets']);

function sentence(file: string, content: unknown, { path, message }: z.core.$ZodIssue | Mistake): string {
  const { place, value } = locationOf(content, path);
  const isHidden = path.some((key) => unrepeated.has(String(key)));
  const found = isHidden || value === undefined || typeof value === 'object' ? '' : `, found ${JSON.stringify(value)}`;
  return `${file}, ${place || 'its top'}: ${message}${found.slice(0, 80)}.`;
}

/**
 * Reads the operator's file.
 * @param environment where the secrets are that it names
 * @returns null where there is none
 * @throws ShopFileError with a sentence for each mistake
 */
export function readShopFile(dataDir: string, environment: Environment, isLoopbackAllowed: boolean): ShopFile | null {
  const file = shopFilePath(dataDir);
  if (!existsSync(file)) return null;
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ShopFileError(`${file} cannot be read: ${(error as Error).message}.`);
  }
  const parsed = schema.safeParse(content);
  if (!parsed.success)
    throw new ShopFileError(parsed.error.issues.map((issue) => sentence(file, content, issue)).join('\n'));
  const mistakes: Mistake[] = [];
  const { feeds, webhooks } = parsed.data;
  for (const [list, named] of Object.entries({ feeds, webhooks })) {
    const known = new Set<string>();
    for (const [index, { name }] of named.entries()) {
      if (known.has(name)) mistakes.push({ path: [list, index, 'name'], message: 'stands twice' });
      known.add(name);
    }
  }
  const values = { secretOf: secretOf(environment), isLoopbackAllowed, mistakes };
  const beside = (path: string): string => (isAbsolute(path) ? path : resolve(dirname(file), path));
  const read: ShopFile = {
    feeds: feeds.map((feed, index) => feedSettings(feed, ['feeds', index], { ...values, beside })),
    webhooks: webhooks.map((webhook, index) => webhookSettings(webhook, ['webhooks', index], values)),
  };
  if (mistakes.length > 0)
    throw new ShopFileError(mistakes.map((mistake) => sentence(file, content, mistake)).join('\n'));
  return read;
}

/** What tells one version of the file from another; empty for no file. */
export function shopFileVersion(dataDir: string): string {
  const stat = statSync(shopFilePath(dataDir), { throwIfNoEntry: false });
  return stat ? `${stat.mtimeMs} ${stat.size} ${stat.ino}` : '';
}
