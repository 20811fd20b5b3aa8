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

/** Feeds and receivers of the operator's file, checked, with values of the environment. */
export interface ShopFile {
  readonly feeds: readonly FeedSettings[];
  readonly webhooks: readonly WebhookSettings[];
}

const schema = z.strictObject({
  feeds: z.array(feedSchema).default([]),
  webhooks: z.array(webhookSchema).default([]),
  // Read by the web tier.
  ...Object.fromEntries(shopKeys.map((key) => [key, z.unknown().optional()])),
});

/**
 * Reads feeds and receivers from the operator's file; null = there is no file.
 * @param environment variables with secrets
 * @throws ShopFileError with a sentence for each fault
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
