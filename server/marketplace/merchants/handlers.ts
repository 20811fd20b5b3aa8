import { dateOf } from '../../clock/clock.js';
import type { OperationId } from '../../contract/operations/operations.js';
import { ProblemError } from '../../contract/problem.js';
import type { CallContext, Handlers } from '../http/handler.js';
import type { FeedSettings } from '../shop-file/feed-settings.js';
import { type Holder, holderOf, merchantOf, signIn, signOut } from './credentials.js';
import { feedOfTerms } from './feed-of-offers.js';
import { noteCommands } from './held-uploads.js';
import { importsOf, reportOf } from './imports-of-shop.js';
import { merchantPageOf, type NamedShop } from './merchant-page.js';
import { ownOffers } from './own-offers.js';
import { acceptImport, type QueueNeeds } from './queue-imports.js';
import { repeatImport } from './repeat-import.js';

type MerchantOperation = Extract<OperationId, `merchant${string}`>;

interface MerchantNeeds extends QueueNeeds {
  /** Feeds that the operator has configured. */
  feeds(): readonly FeedSettings[];
}

/** Returns the shop of a credential. @throws ProblemError `token` if it left the catalogue */
function shopOf(context: CallContext, { shopId }: Holder): NamedShop {
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
      const { holder, session, made } = await signIn(db, credential, dateOf(context.clock), context.requestId);
      return { ...merchantOf(holder, shopNameOf(context, holder)), session, made };
    },
    async merchantSignOut({ credential }, context) {
      const holder = await signOut(db, credential, dateOf(context.clock), context.requestId);
      return merchantOf(holder, shopNameOf(context, holder));
    },
    async merchantPage({ credential }, context) {
      const holder = await holderOf(db, credential, 'read', dateOf(context.clock));
      return merchantPageOf(withShops(needs, context), context.generation(), shopOf(context, holder), context.clock);
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
    async merchantTerms({ credential, ...terms }, context) {
      const holder = await holderOf(db, credential, 'offers', dateOf(context.clock));
      const content = Buffer.from(feedOfTerms(shopOf(context, holder), terms)).toString('base64');
      return acceptImport(needs, holder, { mode: 'update', isDryRun: false, source: 'terms', content }, context);
    },
    async merchantRepeat({ credential, ...wanted }, context) {
      const holder = await holderOf(db, credential, 'offers', dateOf(context.clock));
      shopNameOf(context, holder);
      return repeatImport(needs, holder, wanted, context);
    },
    async merchantImports({ credential }, context) {
      const holder = await holderOf(db, credential, 'read', dateOf(context.clock));
      await noteCommands({ db, dataDir: needs.dataDir, clock: context.clock }, holder.shopId);
      return { imports: await importsOf(withShops(needs, context), shopOf(context, holder)) };
    },
    async merchantReport({ credential, id }, context) {
      const holder = await holderOf(db, credential, 'read', dateOf(context.clock));
      await noteCommands({ db, dataDir: needs.dataDir, clock: context.clock }, holder.shopId);
      const report = await reportOf(withShops(needs, context), shopOf(context, holder), id, dateOf(context.clock));
      // The next calls then see the imported offers (D102).
      if (report.endedAt !== null) context.generation().offers.catchUp();
      return report;
    },
  };
}
