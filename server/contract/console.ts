import { z } from 'zod';
import { reportReasons } from './data-reports.js';
import { feedReport } from './feeds.js';
import { feedPreview } from './file-preview.js';
import { languages } from './languages.js';
import { feedMode, fileContent, merchantReport, repeated } from './merchants.js';
import { money } from './money.js';
import { reportedRow, unreadColumn } from './problem.js';
import { textOverrideSubject, wantedText } from './text-overrides.js';

/** The operator's token, or the session of a signed-in user. */
const credential = z.string().min(1).max(500);
/** A time in ISO 8601, UTC. */
const time = z.string();
const count = z.number().int().min(0);

export const consoleCall = z.object({ credential });
/** Roles of persons at the console; the operator's token has `owner`. */
export const consoleRoles = ['owner', 'catalogue', 'support', 'read'] as const;
export type ConsoleRole = (typeof consoleRoles)[number];
const roles = z.array(z.enum(consoleRoles)).min(1);
/** A person of a login provider: name in the audit trail, and roles. */
export const consoleSignInBody = consoleCall.extend({
  by: z.string().min(1).max(254).optional(),
  roles: roles.optional(),
});
/** `by` is null for the operator's token. */
export const consoleWho = z.object({ by: z.string().nullable(), roles });
export type ConsoleWho = z.output<typeof consoleWho>;
/** The answered roles show that the marketplace knows roles. An older one would make everybody an owner. */
export const consoleSession = consoleWho.extend({ session: z.string() });
export const consoleDone = z.object({ isDone: z.boolean() });

export const dayFigures = z.object({
  day: z.string(),
  /** Lines that were added to carts. */
  added: count,
  /** Carts that went to the checkout, under the name that released consoles and reports read. */
  handovers: count,
  searches: count,
  withoutResults: count,
  /** Rejected rows of feeds. */
  rejectedRows: count,
});
export type DayFigures = z.output<typeof dayFigures>;

/** Reason why data could not be made; null while they are being made, and can be requested again. */
const madeByAndBy = { failure: z.string().nullable() };
const overview = z.object({
  at: time,
  /** The served catalogue; null if none can be read, for the reason in `trouble`. */
  catalogue: z
    .object({
      generation: z.string(),
      activatedAt: time,
      isDemonstration: z.boolean(),
      vehicles: count,
      products: count,
      productsWithoutOffer: count,
      offers: count,
      shops: count,
    })
    .nullable(),
  trouble: z.string().nullable(),
  /** Sizes in bytes. */
  disk: z.object({ free: count, state: count, offers: count, catalogue: count }),
  /** Numbers of items that wait for the operator. */
  open: z.object({
    held: count,
    /** Feeds that failed or are too old. */
    feeds: count,
    withheld: count,
    shops: count,
    withdrawals: count,
    dataReports: count,
    /** Messages that were given up. */
    messages: count,
    /** Rows that should have been deleted a day ago or earlier. */
    overdueRows: count,
  }),
  /** Figures by day, the latest last. */
  days: z.array(dayFigures),
});
export type Overview = z.output<typeof overview>;
export const consoleOverview = z.object({ overview: overview.nullable(), ...madeByAndBy });

const heldFeed = z.object({
  name: z.string(),
  at: time,
  shop: z.string(),
  mode: z.string(),
  reason: z.string(),
  /** Its import is running. */
  isRunning: z.boolean(),
  /** Reason why its last import failed. */
  failure: z.string().nullable(),
  /** Null = an older program has held it. */
  preview: feedPreview.nullable(),
  /** Offers with newer values, which its last approval would have overwritten. */
  newer: count,
});
const consoleImport = z.object({
  /** Name of its report. */
  name: z.string(),
  kind: z.string(),
  /** Name of the feed, the sending shop, or the file. */
  source: z.string(),
  outcome: z.string(),
  reason: z.string().nullable(),
  startedAt: time,
  seconds: z.number(),
  rows: count,
  rejected: count,
  leftOut: count,
});
export type ConsoleImport = z.output<typeof consoleImport>;
export const consoleFeeds = z.object({
  feeds: feedReport.shape.feeds,
  outbox: feedReport.shape.outbox,
  held: z.array(heldFeed),
  /** Imports, the latest first. */
  imports: z.array(consoleImport),
});
export type ConsoleFeeds = z.output<typeof consoleFeeds>;
export const consoleReportBody = consoleCall.extend({ name: z.string().regex(/^[\w.-]{8,100}$/) });
export const consoleReport = consoleImport.extend({
  notes: z.array(z.string()),
  unread: z.array(unreadColumn),
  reasons: z.record(z.string(), count),
  rejectedRows: z.array(reportedRow),
});
export type ConsoleReport = z.output<typeof consoleReport>;
/** A merchant's file for a preview. `shop`: name, slug or id. */
export const consoleFileBody = consoleCall.extend({
  shop: z.string().trim().min(1).max(200),
  mode: feedMode,
  content: fileContent,
});
export const consoleUploadBody = consoleCall.extend({ id: repeated.shape.id });
export const consoleUpload = merchantReport.extend({ shop: z.string() });
export type ConsoleUpload = z.output<typeof consoleUpload>;
export const consoleRepeatBody = consoleCall.extend(repeated.shape);
/** `keepNewer` and `overwrite` approve a feed although offers have newer values. */
export const heldActs = ['approve', 'keepNewer', 'overwrite', 'drop'] as const;
export const consoleHeldBody = consoleCall.extend({
  name: z.string().regex(/^[\w-]{1,80}$/),
  act: z.enum(heldActs),
});

export const offerFaults = z.object({
  withheld: z.array(z.object({ reason: z.string(), law: z.string(), offers: count })),
  unsold: z.array(z.object({ reason: z.string(), offers: count })),
  /** The first withheld offers. */
  first: z.array(
    z.object({
      reason: z.string(),
      shop: z.string(),
      offerKey: z.string(),
      brand: z.string(),
      articleNumber: z.string(),
    }),
  ),
  /** Shops that must not sell before they identify themselves. */
  shops: z.array(z.object({ id: count, name: z.string(), missing: z.array(z.string()), offers: count })),
});
export type OfferFaults = z.output<typeof offerFaults>;
export const consoleOffers = z.object({ offers: offerFaults.nullable(), ...madeByAndBy });

const terms = z.array(z.object({ language: z.enum(languages), term: z.string(), times: count }));
/** `since` is the first counted day. */
export const consoleSearches = z.object({ since: z.string(), withoutResults: terms, frequent: terms });
export type ConsoleSearches = z.output<typeof consoleSearches>;

/** Kinds of customers' messages with a number. */
export const caseKinds = ['withdrawal', 'dataReport'] as const;
export const consoleOrdersBody = consoleCall.extend({ all: z.boolean() });
/** A message of a customer. */
const received = { number: z.string(), receivedAt: time, handledAt: time.nullable(), locale: z.string() };
/** An error in the data of an article, which a visitor has reported. */
export const reportedData = z.object({
  ...received,
  article: z.string(),
  reason: z.enum(reportReasons),
  text: z.string(),
});
export const consoleOrders = z.object({
  /** Null = the role must not see them. */
  withdrawals: z.array(z.object({ ...received, name: z.string(), orderId: z.string(), email: z.string() })).nullable(),
  dataReports: z.array(reportedData),
  /** Carts that went to the checkout, the latest first. */
  handovers: z.array(z.object({ at: time, locale: z.string(), country: z.string(), lines: count, total: money })),
});
export type ConsoleOrders = z.output<typeof consoleOrders>;
export const consoleCaseBody = consoleCall.extend({
  kind: z.enum(caseKinds),
  number: z.string().regex(/^[WD]-[0-9A-Z-]{4,40}$/),
});

export const consoleTextsBody = consoleCall.extend({ query: z.string().max(100) });
export const consoleTextBody = consoleCall.extend(textOverrideSubject);
export const consoleCorrectBody = consoleTextBody.extend({ texts: z.array(wantedText).max(40) });

export const consoleActs = z.object({
  acts: z.array(
    z.object({
      at: time,
      session: z.string(),
      /** Name of the person; null for the operator's token. */
      person: z.string().nullable(),
      event: z.string(),
      what: z.string().nullable(),
    }),
  ),
});
export type ConsoleActs = z.output<typeof consoleActs>;
