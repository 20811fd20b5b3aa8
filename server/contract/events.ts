import { z } from 'zod';
import { reportReasons } from './data-reports.js';
import { feedStatuses } from './feeds.js';
import { decimalId } from './ids.js';
import { locale } from './locales.js';

const count = z.number().int().min(0);
/** A time in ISO 8601, UTC. */
const time = z.iso.datetime();
const what = {
  feed: z.string().meta({ description: 'Name of the feed in the file of the operator' }),
  shop: z.string().meta({ description: 'Shop as that file names it' }),
  kind: z.string().meta({ description: 'Kind of import, such as offers' }),
  mode: z.string().meta({ description: 'full, update or partial' }),
};
/** An import that needs attention. */
const importRun = z.object({
  ...what,
  startedAt: time,
  status: z.enum(feedStatuses),
  rows: count,
  rejected: count,
  leftOut: count.meta({ description: 'Rows that are known and cannot be sold' }),
  held: count.meta({ description: 'Changes that wait for an approval' }),
  seconds: z.number().min(0),
  reason: z.string().nullable().meta({ description: 'Reason why nothing was imported' }),
  reasons: z
    .record(z.string(), count)
    .meta({ description: 'How often the commonest reasons of rejected rows were given' }),
});
const succeededAt = time.nullable().meta({ description: 'When the shop last had what the feed says' });

/** Data of events by name. No event identifies a visitor. */
const eventData = {
  'import.completed_with_errors': importRun,
  'import.held': importRun,
  'import.refused': importRun,
  'feed.overdue': z.object({
    ...what,
    succeededAt,
    status: z.enum(feedStatuses).nullable().meta({ description: 'How the last run has ended' }),
    reason: z.string().nullable(),
    failures: count.meta({ description: 'Failures since the last success' }),
  }),
  'offers.expired': z.object({ ...what, succeededAt }),
  'catalogue.changed': z.object({
    generation: z.string().meta({ description: 'Id of the catalogue that is served now' }),
    previous: z.string().meta({ description: 'Id of the catalogue that receivers heard of before' }),
    activatedAt: time,
  }),
  'cart.handed_over': z.object({
    cart: z.uuid().meta({ description: 'The claim jti of the signed cart' }),
    locale,
    country: z.string().meta({ description: 'Delivery country' }),
    currency: z.literal('EUR'),
    lines: count,
    pieces: count,
    shops: z.array(decimalId),
    priceTotal: count.meta({ description: 'Amount to pay, in EUR cents' }),
  }),
  'withdrawal.declared': z.object({
    number: z.string().meta({ description: 'Number of the receipt, by which the operator finds name and order' }),
    receivedAt: time,
    locale,
  }),
  'data.reported': z.object({
    number: z.string(),
    articleId: decimalId,
    article: z.string().meta({ description: 'Brand and number' }),
    reason: z.enum(reportReasons),
    text: z.string(),
    modelId: z.string().nullable(),
    locale,
  }),
} as const;
type EventData = typeof eventData;
/** Name such as `import.held`. */
export type EventType = keyof EventData;

/** An event as receivers get it (Standard Webhooks, payload structure). */
export type ShopEvent = { [T in EventType]: { readonly type: T; readonly data: z.input<EventData[T]> } }[EventType];

const eventOf = <T extends EventType>(type: T) =>
  z.object({
    type: z.literal(type),
    timestamp: time.meta({ description: 'When it has happened' }),
    data: eventData[type],
  });
export const eventTypes = Object.keys(eventData) as [EventType, ...EventType[]];
const [first, ...others] = eventTypes;

export const shopEvent = z.discriminatedUnion('type', [eventOf(first), ...others.map(eventOf)]);

/** Returns the JSON Schema of messages for receivers. */
export const eventSchema = (): object => ({
  title: 'Event',
  // With `input`, receivers accept fields that later versions add.
  ...z.toJSONSchema(shopEvent, { io: 'input' }),
});
