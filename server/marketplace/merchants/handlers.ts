import { randomUUID } from 'node:crypto';
import { dateOf } from '../../clock/clock.js';
import type { Request, Wire } from '../../contract/operations/handler-types.js';
import type { OperationId } from '../../contract/operations/operations.js';
import { ProblemError } from '../../contract/problem.js';
import type { DiskSpace } from '../data-folder/disk-space.js';
import type { CallContext, Handlers } from '../http/handler.js';
import type { FeedSettings } from '../shop-file/feed-settings.js';
import { claimKey } from '../state/idempotency.js';
import { StateUnavailable } from '../state/postgres-errors.js';
import type { StateDb } from '../state/state-store.js';
import { transact } from '../state/transact.js';
import { type Holder, holderOf, merchantOf, signIn, signOut } from './credentials.js';
import { feedOfOffers } from './feed-of-offers.js';
import { importsOf, reportOf, type Shop } from './imports-of-shop.js';
import { ownOffers } from './own-offers.js';
import { dropSent, keepSent } from './sent-files.js';
import { digestOf, noteAct } from './tokens.js';

type MerchantOperation = Extract<OperationId, `merchant${string}`>;

/** Most imports of a shop that may wait. */
const mostWaiting = 20;

export interface MerchantNeeds {
  readonly db: StateDb;
  readonly dataDir: string;
  /** Starts a waiting import job; null in a process that imports nothing. */
  readonly wakeJobs: (() => void) | null;
  readonly space: Pick<DiskSpace, 'requireSpace'>;
  /** Feeds that the operator has configured. */
  feeds(): readonly FeedSettings[];
}

/** Returns the shop of a credential. @throws ProblemError `token` if it left the catalogue */
function shopOf(context: CallContext, { shopId }: Holder): Shop & { readonly name: string } {
  const shop = context.generation().offers.shops.all.get(shopId);
  if (!shop) throw new ProblemError('token', 'the shop of the token is gone');
  return { ...shop, id: shopId };
}
const shopNameOf = (context: CallContext, holder: Holder): string => shopOf(context, holder).name;
const withShops = (needs: MerchantNeeds, context: CallContext) => ({
  ...needs,
  shops: () => context.generation().offers.shops.all.values(),
});

/** Handlers of the merchant portal's calls. Each finds the shop of its credential, and reads only that shop's data. */
export function merchantHandlers(needs: MerchantNeeds): Pick<Handlers<'state'>, MerchantOperation> {
  const { db } = needs;
  return {
    async merchant({ credential }, context) {
      const holder = await holderOf(db, credential, 'read', dateOf(context.clock));
      return merchantOf(holder, shopNameOf(context, holder));
    },
    async merchantSignIn({ credential }, context) {
      const { holder, session } = await signIn(db, credential, dateOf(context.clock), context.requestId);
      return { ...merchantOf(holder, shopNameOf(context, holder)), session };
    },
    async merchantSignOut({ credential }, context) {
      const holder = await signOut(db, credential, dateOf(context.clock), context.requestId);
      return merchantOf(holder, shopNameOf(context, holder));
    },
    async merchantOffers({ credential, ...wanted }, context) {
      const { shopId } = await holderOf(db, credential, 'read', dateOf(context.clock));
      return ownOffers(context.generation(), shopId, wanted);
    },
    async merchantImport(request, context) {
      const holder = await holderOf(db, request.credential, 'offers', dateOf(context.clock));
      shopNameOf(context, holder);
      return acceptImport(needs, holder, request, context);
    },
    async merchantImports({ credential }, context) {
      const holder = await holderOf(db, credential, 'read', dateOf(context.clock));
      return { imports: await importsOf(withShops(needs, context), shopOf(context, holder)) };
    },
    async merchantReport({ credential, id }, context) {
      const holder = await holderOf(db, credential, 'read', dateOf(context.clock));
      const report = await reportOf(withShops(needs, context), shopOf(context, holder), id);
      // The next calls then see the imported offers (D102).
      if (report.endedAt !== null) context.generation().offers.catchUp();
      return report;
    },
  };
}

/** Returns the content of a call as a file. @throws ProblemError `invalid` unless it has either offers or a file */
function contentOf({ offers, content }: Request<'merchantImport'>): Buffer {
  if ((offers === undefined) === (content === undefined)) throw new ProblemError('invalid', 'offers or content');
  return offers ? Buffer.from(feedOfOffers(offers)) : Buffer.from(content ?? '', 'base64');
}

/**
 * Stores an upload and its import job.
 * @throws ProblemError `too_many` if too many jobs wait, `idempotency_key_reused` if the key belongs to other content
 */
async function acceptImport(
  { db, dataDir, wakeJobs, space }: MerchantNeeds,
  { shopId, tokenId }: Holder,
  request: Request<'merchantImport'>,
  { requestId, idempotencyKey: key, clock }: CallContext,
): Promise<Wire<'merchantImport'>> {
  if (!wakeJobs) throw new ProblemError('unavailable', 'nothing is imported here');
  const content = contentOf(request);
  const { mode, isDryRun, source } = request;
  const fingerprint = digestOf(`${mode} ${isDryRun} ${source} ${digestOf(content.toString('base64'))}`);
  const id = randomUUID();
  const now = dateOf(clock);
  const created_at = now.toISOString();
  space.requireSpace();
  await keepSent(dataDir, id, content);
  /** Id of the job with this idempotency key: this one or an earlier one. */
  let kept: string;
  try {
    kept = await transact(db, async (tx) => {
      const claim = { shop_id: shopId, created_at, fingerprint, import_id: id };
      const used = key === null ? null : await claimKey(tx, 'merchant_key', { ...claim, key });
      if (used) return used.import_id;
      const what = `${id} ${source} ${mode}${isDryRun ? ' dry run' : ''}, ${content.length} bytes`;
      await noteAct(tx, { shopId, tokenId, event: 'import_sent', what, requestId }, now);
      const { waiting } = await tx
        .selectFrom('merchant_import')
        .select((expression) => expression.fn.countAll<number>().as('waiting'))
        .where('shop_id', '=', shopId)
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (waiting >= mostWaiting) throw new ProblemError('too_many', 'imports wait');
      const row = { id, shop_id: shopId, source, mode, is_dry_run: isDryRun ? 1 : 0, created_at } as const;
      await tx
        .insertInto('merchant_import')
        .values({ ...row, status: 'queued' })
        .execute();
      return id;
    });
  } catch (error) {
    // The database may have stored the job although it reported an error. If not, `dropForgotten` removes the file.
    if (!(error instanceof StateUnavailable)) await dropSent(dataDir, id);
    throw error;
  }
  if (kept === id) wakeJobs();
  else await dropSent(dataDir, id);
  return { id: kept };
}
