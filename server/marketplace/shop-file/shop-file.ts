import { z } from 'zod';
import { type Locale, locales } from '../../contract/locales.js';
import type { Mail } from '../../contract/mail.js';
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

/** Senders of mails by edition; an edition without an address sends none. */
export type Senders = Readonly<Partial<Record<Locale, Mail['from']>>>;

/** Feeds and receivers of the operator's file, checked, with values of the environment. */
export interface ShopFile {
  readonly feeds: readonly FeedSettings[];
  readonly webhooks: readonly WebhookSettings[];
  readonly senders: Senders;
}

const schema = z.strictObject({
  feeds: z.array(feedSchema).default([]),
  webhooks: z.array(webhookSchema).default([]),
  // Read by the web tier.
  ...Object.fromEntries(shopKeys.map((key) => [key, z.unknown().optional()])),
});

const part = z.object({ identity: z.object({ email: z.string().nullish() }).optional() });
const senderSchema = part.extend({ name: z.string(), editions: z.partialRecord(z.enum(locales), part).optional() });
/** The web tier checks and reports these keys, so a faulty one here means no sender. */
function sendersOf(content: unknown): Senders {
  const shop = senderSchema.safeParse(content).data;
  const own = locales.flatMap((locale): [Locale, Mail['from']][] => {
    const edition = shop?.editions ? shop.editions[locale] : {};
    const address = edition && { ...shop?.identity, ...edition.identity }.email;
    return shop && address ? [[locale, { name: shop.name, address }]] : [];
  });
  return Object.fromEntries(own);
}

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
    senders: sendersOf(content.content),
  };
  refuseMistakes(content, mistakes);
  return read;
}
