import { z } from 'zod';
import {
  besideShopFile,
  checkedContent,
  type Mistake,
  readShopFileContent,
  refuseMistakes,
  shopKeys,
} from '../../shop-file/shop-file-content.js';
import {
  type Environment,
  secretOf,
  type WebhookSettings,
  webhookSchema,
  webhookSettings,
} from './environment-values.js';
import { type FeedSettings, feedSchema, feedSettings } from './feed-settings.js';

/** What the operator's file says of feeds and receivers, checked, with the values of the environment that it names. */
export interface ShopFile {
  readonly feeds: readonly FeedSettings[];
  readonly webhooks: readonly WebhookSettings[];
}

const schema = z.strictObject({
  feeds: z.array(feedSchema).default([]),
  webhooks: z.array(webhookSchema).default([]),
  // What the shop is; the web tier reads it.
  ...Object.fromEntries(shopKeys.map((key) => [key, z.unknown().optional()])),
});

/**
 * Reads what the operator's file says of feeds and receivers.
 * @param environment where the secrets are that it names
 * @returns null where there is none
 * @throws ShopFileError with a sentence for each mistake
 */
export function readShopFile(dataDir: string, environment: Environment, isLoopbackAllowed: boolean): ShopFile | null {
  const content = readShopFileContent(dataDir);
  if (!content) return null;
  const { feeds, webhooks } = checkedContent(schema, content);
  const mistakes: Mistake[] = [];
  for (const [list, named] of Object.entries({ feeds, webhooks })) {
    const known = new Set<string>();
    for (const [index, { name }] of named.entries()) {
      if (known.has(name)) mistakes.push({ path: [list, index, 'name'], message: 'stands twice' });
      known.add(name);
    }
  }
  const values = { secretOf: secretOf(environment), isLoopbackAllowed, mistakes };
  const beside = (path: string): string => besideShopFile(dataDir, path);
  const read: ShopFile = {
    feeds: feeds.map((feed, index) => feedSettings(feed, ['feeds', index], { ...values, beside })),
    webhooks: webhooks.map((webhook, index) => webhookSettings(webhook, ['webhooks', index], values)),
  };
  refuseMistakes(content, mistakes);
  return read;
}
