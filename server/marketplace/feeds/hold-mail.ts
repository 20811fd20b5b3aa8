import type { FeedPreview } from '../../contract/file-preview.js';
import { locales } from '../../contract/locales.js';
import { type Mail, mail as mailSchema } from '../../contract/mail.js';
import { contactOfShop } from '../offer-store/stored-shops.js';
import type { ShopChoice } from '../program/shop-choice.js';
import type { Senders } from '../shop-file/shop-file.js';
import texts from './hold-mail.json' with { type: 'json' };

/**
 * Composes the mail to a merchant whose file a guard has held, in the language of the edition of their country. Without
 * such an edition the first one sends it.
 * @returns the mail with an id, the same all day, so that a merchant gets one a day; null = no sender or no address
 */
export function holdMail(
  dataDir: string,
  senders: Senders,
  choice: ShopChoice,
  { preview }: { readonly preview: FeedPreview | null },
  now: Date,
): { readonly id: string; readonly mail: Mail } | null {
  const able = locales.filter((locale) => senders[locale]);
  const [first] = able;
  const shop = first === undefined ? null : contactOfShop(dataDir, choice);
  if (first === undefined || !shop?.email) return null;
  const locale = able.find((each) => each.endsWith(`-${shop.country}`)) ?? first;
  const from = senders[locale] ?? { name: '', address: '' };
  const { subject, greeting, held, counts, ask } = texts[locale.slice(0, 2) as keyof typeof texts];
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Berlin' });
  const number = new Intl.NumberFormat(locale);
  const values: Readonly<Record<string, string>> = {
    shop: from.name,
    merchant: shop.name,
    time: when.format(now),
    ...(preview && {
      added: number.format(preview.added),
      changed: number.format(preview.changed),
      removed: number.format(preview.removed),
    }),
  };
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  const parts = [greeting, held, ...(preview ? [counts.join('\r\n')] : []), ask, '{shop}'];
  const text = `${fill(parts.join('\r\n\r\n'))}\r\n`;
  const mail = mailSchema.safeParse({ from, to: shop.email, subject: fill(subject), text }).data;
  return mail ? { id: `mail_held_${shop.id}_${now.toISOString().slice(0, 10)}`, mail } : null;
}
