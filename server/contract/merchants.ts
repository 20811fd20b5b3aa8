import { z } from 'zod';
import { feedStatuses } from './feeds.js';
import { columnMeaning, filePreview, previewLimits } from './file-preview.js';
import { money } from './money.js';
import { reportedRow, unreadColumn } from './problem.js';

/** Scopes of a merchant's token: reading, or changing offers too. */
export const merchantScopes = ['read', 'offers'] as const;
export type MerchantScope = (typeof merchantScopes)[number];

/** A token, or the session of a user who signed in with it. Each call looks up its scopes. */
const credential = z.string().min(1).max(120);
/** A time in ISO 8601, UTC. */
const time = z.string();
const count = z.number().int().min(0);

/** The shop's own id of an offer: one line of text. */
export const offerKey = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[^\p{Cc}]*$/u, 'has control characters');
const words = z
  .string()
  .trim()
  .max(120)
  .regex(/^[^\p{Cc}]*$/u, 'has control characters');
const euros = (least: number) =>
  z
    .number()
    .min(least)
    .max(1_000_000)
    .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'has more than two decimals')
    .meta({ multipleOf: 0.01 });
const days = z.number().int().min(0).max(99);

/** Fields of an offer. Null empties an optional field. A complete offer needs price, and number or gtin. */
export const offerPart = z.strictObject({
  brand: words.optional(),
  number: words.optional(),
  gtin: z
    .string()
    .regex(/^\d{8,14}$/, 'is not 8 to 14 digits')
    .optional(),
  price: euros(0.01).optional(),
  /** Null = available, number unknown. */
  stock: z.number().int().min(0).max(1_000_000).nullable().optional(),
  condition: z.enum(['new', 'remanufactured', 'used']).optional(),
  /** Working days until dispatch, from and to. */
  handling: z.tuple([days, days]).optional(),
  surcharge: euros(0).nullable().optional(),
  deposit: euros(0).nullable().optional(),
  lowest30: euros(0.01).nullable().optional(),
});
/** An offer by its key. `delete` removes it, whatever the other fields contain. */
export const namedOffer = offerPart.extend({ key: offerKey, delete: z.literal(true).optional() });
export type NamedOffer = z.output<typeof namedOffer>;

/** Mode of a feed: all offers, changed offers, or single values of known offers. */
export const feedMode = z.enum(['full', 'update', 'partial']);
/** Most offers of one call. */
export const maxOffers = 500;
/** Most bytes of an upload. The shop fetches larger files from an address that the operator configures. */
export const maxFileBytes = 4 * 1024 * 1024;

/** A file in base64. One pattern for the whole text could exceed V8's stack for patterns, which grows with each letter. */
export const fileContent = z
  .string()
  .max(Math.ceil(maxFileBytes / 3) * 4)
  .refine((text) => /^[^=]/.test(text) && !/[^A-Za-z0-9+/]/.test(text.replace(/={1,2}$/, '')));
/** Characters of a call with a file in base64, and of the JSON around it. */
export const maxCallBytes = Math.ceil(maxFileBytes / 3) * 4 + 16 * 1024;
const importId = z.string().regex(/^[\w-]{8,64}$/);

/**
 * Acts on a file that was sent before. `preview` reads it and changes nothing. `save` keeps the meanings of the
 * columns for all files of the merchant. `import` does so, and imports the file.
 */
export const repeatActs = ['preview', 'save', 'import'] as const;
export const repeated = z.object({
  id: importId,
  act: z.enum(repeatActs),
  mode: feedMode,
  /** Meanings in the order of the columns in the preview. */
  meanings: z.array(columnMeaning.shape.meaning).max(previewLimits.columns),
});
export type Repeated = z.output<typeof repeated>;

export const merchantCall = z.object({ credential });
export const merchantImportBody = merchantCall.extend({
  mode: feedMode,
  /** Reports the changes without making them. */
  isDryRun: z.boolean(),
  /** Kind of upload: one offer, several, or a file. */
  source: z.enum(['offer', 'batch', 'file']),
  offers: z.array(namedOffer).min(1).max(maxOffers).optional(),
  content: fileContent.optional(),
});
/** Tariffs and return terms, in the words of an import of shops, which checks them. */
export const merchantTermsBody = merchantCall.extend({
  shipping: z.string().min(1).max(4000),
  /** Each edition has to state it (Directive 2011/83/EU, Art. 6 (1) (i)). */
  returnPayer: z.enum(['shop', 'buyer']),
  /** Of a return for the buyer; empty = unknown. */
  returnCost: z.string().max(20),
  returnDays: z.string().max(3),
});
export const merchantImportId = merchantCall.extend({ id: importId });
export const merchantRepeatBody = merchantCall.extend(repeated.shape);
export const merchantOffersBody = merchantCall.extend({
  /** Key of one offer, or the beginning of keys. */
  key: z.string().trim().max(64),
  isExact: z.boolean(),
  /** Key of the last offer of the previous page. */
  after: z.string().max(64).optional(),
});

/** The shop of a credential, and the scopes of that credential. */
export const merchant = z.object({
  shop: z.object({ id: z.string(), name: z.string() }),
  scopes: z.array(z.enum(merchantScopes)),
  /** Name of the token, for the operator. */
  token: z.string(),
  expiresAt: time.nullable(),
});
export type Merchant = z.output<typeof merchant>;
/** `made` is the merchant's own token after an invitation. */
export const merchantSession = merchant.extend({ session: z.string(), made: z.string().nullish() });
export const started = z.object({ id: z.string() });

const merchantImport = z.object({
  id: z.string(),
  source: z.enum(['offer', 'batch', 'file', 'feed', 'terms']),
  mode: z.string(),
  isDryRun: z.boolean(),
  createdAt: time,
  endedAt: time.nullable(),
  status: z.enum(feedStatuses),
  /** The content had not changed. */
  isUnchanged: z.boolean(),
  rows: count,
  rejected: count,
  leftOut: count,
  /** Rows that wait for the operator. */
  held: count,
  /** Numbers of offers that were `added`, `changed`, `unchanged` or `removed`. */
  changes: z.record(z.string(), count),
  /** Reason why nothing was imported. */
  reason: z.string().nullable(),
});
export type MerchantImport = z.output<typeof merchantImport>;
export const merchantImports = z.object({ imports: z.array(merchantImport) });

export const merchantReport = merchantImport.extend({
  /** The first rejected rows. */
  rejectedRows: z.array(reportedRow),
  /** Columns of the file that were not read. */
  unread: z.array(unreadColumn),
  /** How the shop reads the file; null after a day, and for other imports than files. */
  preview: filePreview.nullable(),
  /** Whether the shop still has the file, and can read it again. */
  isKept: z.boolean(),
});
export type MerchantReport = z.output<typeof merchantReport>;

export const merchantOffer = z.object({
  key: z.string(),
  /** Brand of the product; null if the product has left the catalogue. */
  brand: z.string().nullable(),
  number: z.string().nullable(),
  price: money,
  /** Null = available, number unknown. */
  stock: count.nullable(),
  condition: z.string(),
  /** Working days until dispatch, from and to; null if unknown. */
  handling: z.tuple([count, count]).nullable(),
  surcharge: money,
  deposit: money,
  lowest30: money.nullable(),
  /** Reasons why it is not sold; empty if it is. */
  withheld: z.array(z.string()),
});
export type MerchantOffer = z.output<typeof merchantOffer>;
export const merchantOffers = z.object({
  offers: z.array(merchantOffer),
  /** Value of `after` for the next page; null on the last page. */
  next: z.string().nullable(),
});
