import { createHash } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { unescape as decoded } from 'node:querystring';
import { z } from 'zod';
import { isFolder } from '../../env-values.js';
import { type ImportKind, kindNamed, namedKinds } from '../import/reading/columns.js';
import { readMapping } from '../import/reading/mapping.js';
import { isExpectedError } from '../program/expected-error.js';
import { labelOf, type ShopChoice, type ShopId } from '../program/shop-choice.js';
import {
  addressFrom,
  addressSchema,
  fromEnvironment,
  nameSchema,
  secretSchema,
  type ValueNeeds,
} from './environment-values.js';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Default time without success after which a feed is overdue. */
const overdueIntervals = 3;
/** A file has everything, changes, or parts of known offers (`import/README.md`). */
const feedModes = ['full', 'update', 'partial'] as const;

/** @param what such as `whole minutes` */
function whole(what: string, least: number, most: number) {
  const message = `must be ${what} from ${least} to ${most}`;
  return z.number({ message }).int(message).min(least, message).max(most, message);
}
/** Up to a month. */
const minutes = whole('whole minutes', 1, 44_640);

export const feedSchema = z.strictObject({
  name: nameSchema,
  /** Name or slug; or else `shopId`. */
  shop: z.string().min(1, 'must name a shop').max(200).optional(),
  shopId: z
    .number({ message: 'must be the id of a shop' })
    .int('must be the id of a shop')
    .min(1, 'must be the id of a shop')
    .optional(),
  /** `prices` and `stock` are offers of mode `partial`. */
  kind: z.enum(namedKinds, { message: `must be one of ${namedKinds.join(', ')}` }).default('offers'),
  mode: z.enum(feedModes, { message: `must be one of ${feedModes.join(', ')}` }).optional(),
  address: addressSchema.optional(),
  /** Value of the header `Authorization`. */
  authorization: secretSchema.optional(),
  folder: z.string().optional(),
  mapping: z.string().min(1).optional(),
  encoding: z.string().min(1).optional(),
  maxRejects: z.number({ message: 'must be per cent from 0 to 100' }).min(0).max(100).optional(),
  every: minutes,
  overdueAfter: minutes.optional(),
  offerDays: whole('whole days', 1, 365).optional(),
});

export interface FeedSettings {
  readonly name: string;
  /** Label in lists and logs; feeds of one shop run one after the other. */
  readonly shop: string;
  readonly choice: ShopChoice;
  readonly kind: ImportKind;
  readonly mode: (typeof feedModes)[number];
  readonly source: FeedSource;
  readonly mapping: string | null;
  readonly encoding: string | null;
  /** Limit of rejected rows in per cent. */
  readonly maxRejects: number | null;
  readonly everyMs: number;
  /** Time without success after which the feed is overdue. */
  readonly overdueAfterMs: number;
  /** Time without success after which the shop's offers are removed; null = never. */
  readonly expiresAfterMs: number | null;
  /** Identifies the meaning of the content, including the mapping. */
  readonly digest: string;
}
export type FeedSource =
  | { readonly address: string; readonly authorization: string | null }
  | { readonly folder: string };

interface FeedNeeds extends ValueNeeds {
  /** Path of a file next to the operator's. */
  beside(path: string): string;
}

/** Reads the settings of a feed and collects faults. */
export function feedSettings(
  feed: z.output<typeof feedSchema>,
  path: readonly (string | number)[],
  needs: FeedNeeds,
): FeedSettings {
  const { name, encoding = null, maxRejects = null } = feed;
  const { kind, isPartial } = kindNamed(feed.kind);
  const mode = feed.mode ?? (isPartial ? 'partial' : 'full');
  const wrong = (field: string, message: string) => needs.mistakes.push({ path: [...path, field], message });
  if ((feed.shop === undefined) === (feed.shopId === undefined))
    wrong('shop', 'or shopId must say which shop, one of them');
  const choice = feed.shopId === undefined ? { name: feed.shop ?? '' } : { id: feed.shopId as ShopId };
  const shop = labelOf(choice);
  if (mode !== 'full' && kind !== 'offers') wrong('mode', 'is for offers only; everything else is whole');
  if (feed.offerDays !== undefined && (kind !== 'offers' || mode !== 'full'))
    wrong('offerDays', 'is for whole feeds of offers, because only these list all that is sold');
  if (isPartial && mode !== 'partial') wrong('mode', `is partial for ${feed.kind}`);
  if (encoding !== null && !isEncoding(encoding)) wrong('encoding', 'is no encoding that is known');
  const mapping = feed.mapping === undefined ? null : needs.beside(feed.mapping);
  let mapped: unknown = null;
  try {
    mapped = mapping && readMapping(mapping, kind);
  } catch (error) {
    if (!isExpectedError(error)) throw error;
    wrong('mapping', error.message.replace(/\.$/, ''));
  }
  const source = sourceOf(feed, path, needs);
  const settings = [shop, kind, mode, locationOf(source), mapped, encoding, maxRejects];
  return {
    name,
    shop,
    choice,
    kind,
    mode,
    source,
    mapping,
    encoding,
    maxRejects,
    everyMs: feed.every * minuteMs,
    overdueAfterMs: (feed.overdueAfter ?? feed.every * overdueIntervals) * minuteMs,
    expiresAfterMs: feed.offerDays === undefined ? null : feed.offerDays * dayMs,
    digest: createHash('sha256').update(JSON.stringify(settings)).digest('base64url'),
  };
}

/** Leaves out keys, because another key leads to the same content. */
function locationOf(source: FeedSource): string {
  if ('folder' in source) return source.folder;
  const url = URL.parse(source.address);
  return url ? url.origin + url.pathname : '';
}

function sourceOf(
  { address, authorization, folder }: z.output<typeof feedSchema>,
  path: readonly (string | number)[],
  needs: FeedNeeds,
): FeedSource {
  const wrong = (field: string, message: string) => needs.mistakes.push({ path: [...path, field], message });
  if ((address === undefined) === (folder === undefined)) {
    needs.mistakes.push({ path, message: 'needs either an address or a folder' });
    return { folder: '' };
  }
  if (folder !== undefined) {
    if (authorization !== undefined) wrong('authorization', 'has no meaning for a folder');
    if (!isAbsolute(folder) || !isFolder(folder)) wrong('folder', 'must be the whole path of a folder that is there');
    return { folder };
  }
  const given = addressFrom(address ?? '', [...path, 'address'], needs);
  const header = authorization && fromEnvironment(authorization, [...path, 'authorization'], needs);
  const url = URL.parse(given);
  if (!url?.username && !url?.password) return { address: given, authorization: header || null };
  if (header) wrong('authorization', 'is given beside a name or password in the address; one of them is enough');
  const credentials = `${decoded(url.username)}:${decoded(url.password)}`;
  url.username = '';
  url.password = '';
  return { address: url.href, authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}
