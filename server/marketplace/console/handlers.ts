import { dateOf } from '../../clock/clock.js';
import { mayDo } from '../../contract/console-rights.js';
import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import { reportFeeds } from '../feeds/report-feeds.js';
import type { CallContext, Handlers } from '../http/handler.js';
import { reportOf } from '../merchants/imports-of-shop.js';
import { acceptImport, type QueueNeeds } from '../merchants/queue-imports.js';
import { repeatImport } from '../merchants/repeat-import.js';
import { isCalled } from '../offer-store/known-shops.js';
import type { ShopId } from '../program/shop-choice.js';
import type { FeedSettings } from '../shop-file/feed-settings.js';
import type { StateDb } from '../state/state-store.js';
import type { FollowedTextOverrides } from '../text-overrides/follow-text-overrides.js';
import { closeCase, customersOf, searchesOf } from './customers.js';
import type { HeldFeeds } from './held.js';
import { importReport, lastImports } from './imports.js';
import type { OperatorReport, Report, ReportProgram } from './report-program.js';
import { lastActs, type Operator, operatorOf, signIn, signOut } from './sessions.js';
import { inviteShop, shopPage, shopsNamed } from './shops.js';
import { correctTexts, textOf, textsOf } from './texts.js';

type ConsoleOperation = Extract<keyof Handlers<'state'>, `console${string}`>;

/** Services of the console's calls. */
export interface ConsoleNeeds {
  readonly dataDir: string;
  /** The operator's tokens, the newest first; empty lets nobody in. */
  readonly tokens: readonly string[];
  readonly held: HeldFeeds;
  /** Runs reports; null in a process without that program. */
  readonly reports: ReportProgram | null;
  /** Text overrides; null in a process that serves none. */
  readonly textOverrides: FollowedTextOverrides | null;
}

interface Needs extends ConsoleNeeds, QueueNeeds {
  feeds(): readonly FeedSettings[];
}

/** Handlers of the operator's console. */
export function consoleHandlers(needs: Needs): Pick<Handlers<'state'>, ConsoleOperation> {
  const { db, dataDir, tokens, held, reports, feeds, textOverrides } = needs;
  /** Answers a call of a person whose role permits it. @throws ProblemError `token`, `role` */
  const signedIn =
    <Id extends Exclude<ConsoleOperation, 'consoleSignIn'>>(
      id: Id,
      answer: (request: Request<Id>, context: CallContext, operator: Operator) => Wire<Id> | Promise<Wire<Id>>,
    ) =>
    async (request: Request<Id> & { credential: string }, context: CallContext): Promise<Wire<Id>> => {
      const operator = await operatorOf(db, tokens, request.credential, context);
      operator.require(id);
      return answer(request, context, operator);
    };
  const importsOf = (context: CallContext) => ({
    db,
    dataDir,
    shopNameOf: (id: number) => context.generation().offers.shops.all.get(id)?.name ?? null,
  });
  const noReport: Report = { report: null, failure: 'There is no program that reports.' };
  const ask = (): Promise<Report> => reports?.ask() ?? Promise.resolve(noReport);
  return {
    consoleSignIn: (request, context) => signIn(db, tokens, request, context),
    consoleWho: signedIn('consoleWho', (_, __, { by, roles }) => ({ by, roles: [...roles] })),
    consoleSignOut: signedIn('consoleSignOut', async ({ credential }, _, operator) => {
      await signOut(db, operator, credential);
      return { isDone: true };
    }),
    consoleOverview: signedIn('consoleOverview', async (_, { clock }) => {
      const { feeds: got, outbox } = await reportFeeds(db, feeds(), null, dateOf(clock));
      const troubled = got.filter(({ isOverdue, failures }) => isOverdue || failures > 0).length;
      const waiting = { held: held.list().length, feeds: troubled, messages: outbox.dead };
      const { report, failure } = await ask();
      return { overview: report && overviewOf(report, waiting), failure };
    }),
    consoleFeeds: signedIn('consoleFeeds', async (_, context) => {
      const { feeds: got, outbox } = await reportFeeds(db, feeds(), null, dateOf(context.clock));
      return { feeds: got, outbox, held: held.list(), imports: await lastImports(importsOf(context)) };
    }),
    consoleReport: signedIn('consoleReport', ({ name }, context) => importReport(importsOf(context), name)),
    consoleFile: signedIn('consoleFile', async ({ shop, mode, content }, context, operator) => {
      const sender = { shopId: shopCalled(context, shop).id as ShopId, tokenId: null };
      await operator.note(db, { event: 'file_sent', what: `${sender.shopId} preview` });
      return acceptImport(needs, sender, { mode, content, isDryRun: true, source: 'file' }, context);
    }),
    consoleUpload: signedIn('consoleUpload', async ({ id }, context) => {
      const shop = await shopOfImport(db, id, context);
      const report = await reportOf({ ...needs, shops: () => [] }, shop, id, dateOf(context.clock));
      return { ...report, shop: shop.name };
    }),
    consoleRepeat: signedIn('consoleRepeat', async ({ credential: _, ...wanted }, context, operator) => {
      const { id } = await shopOfImport(db, wanted.id, context);
      await operator.note(db, { event: 'file_sent', what: `${id} ${wanted.act}` });
      return repeatImport(needs, { shopId: id, tokenId: null }, wanted, context);
    }),
    consoleHeld: signedIn('consoleHeld', async ({ name, act }, _, operator) => {
      const isDone = await held.decide(operator, name, act);
      reports?.forget();
      return { isDone };
    }),
    consoleOffers: signedIn('consoleOffers', async () => {
      const { report, failure } = await ask();
      if (!report) return { offers: null, failure };
      const { catalogue } = report;
      if (typeof catalogue === 'string') return { offers: null, failure: catalogue };
      const { withheld, unsold, withheldOffers, incompleteShops } = catalogue;
      return { offers: { withheld, unsold, first: withheldOffers, shops: incompleteShops }, failure };
    }),
    consoleShops: signedIn('consoleShops', ({ query }, context) => shopsNamed(context.generation(), query)),
    consoleShop: signedIn('consoleShop', ({ id }, context) => {
      const generation = context.generation();
      const named = { ...needs, shops: () => generation.offers.shops.all.values() };
      return shopPage(named, generation, id, context.clock);
    }),
    consoleInvite: signedIn('consoleInvite', (request, context, operator) =>
      inviteShop(db, operator, context.generation(), request, dateOf(context.clock)),
    ),
    consoleSearches: signedIn('consoleSearches', (_, { clock }) => searchesOf(db, dateOf(clock))),
    consoleOrders: signedIn('consoleOrders', ({ all }, _, { roles }) =>
      customersOf(db, all, mayDo(roles, 'withdrawals')),
    ),
    consoleCase: signedIn('consoleCase', async (request, { clock }, operator) => {
      await closeCase(db, operator, request, dateOf(clock));
      reports?.forget();
      return { isDone: true };
    }),
    consoleTexts: signedIn('consoleTexts', (request, context) => textsOf(db, context.generation(), request)),
    consoleText: signedIn('consoleText', async (request, context) =>
      textOf(db, context.generation(), request, (await textOverrides?.isServed()) ?? false),
    ),
    consoleCorrect: signedIn('consoleCorrect', async (request, context, operator) => {
      if (!textOverrides) throw new ProblemError('unavailable', 'nothing is corrected here');
      const changed = await correctTexts(db, context.generation(), operator, request, dateOf(context.clock));
      textOverrides.look();
      return { changed };
    }),
    consoleActs: signedIn('consoleActs', () => lastActs(db)),
  };
}

/** Finds a shop by name, slug or id. @throws ProblemError `not_found`, also if several are called so */
function shopCalled(context: CallContext, called: string) {
  const shops = [...context.generation().offers.shops.all.values()];
  const found = shops.filter(
    ({ id, imported_name: name, slug }) => `${id}` === called || isCalled({ name, slug }, called),
  );
  if (!found[0] || found.length > 1) throw new ProblemError('not_found', 'no such shop');
  return found[0];
}

/** Finds the shop of an upload. @throws ProblemError `not_found` */
async function shopOfImport(db: StateDb, id: string, context: CallContext) {
  const row = await db.selectFrom('merchant_import').select('shop_id').where('id', '=', id).executeTakeFirst();
  const shop = row && context.generation().offers.shops.all.get(row.shop_id);
  if (!shop) throw new ProblemError('not_found', 'no such import');
  return { ...shop, id: row.shop_id };
}

function overviewOf(
  { at, catalogue, state, withdrawals, dataReports, retention, days }: OperatorReport,
  waiting: { held: number; feeds: number; messages: number },
): NonNullable<Wire<'consoleOverview'>['overview']> {
  const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
  const open = {
    ...waiting,
    withheld: 0,
    shops: 0,
    withdrawals: withdrawals.open.length,
    dataReports: dataReports.open,
    overdueRows: sum(retention.map(({ overdue }) => overdue)),
  };
  const disk = { free: state.freeBytes, state: state.bytes, offers: 0, catalogue: 0 };
  if (typeof catalogue === 'string') return { at, catalogue: null, trouble: catalogue, disk, open, days };
  const { generation, activatedAt, isDemonstration, productsWithoutOffer, counts, withheld, incompleteShops } =
    catalogue;
  return {
    at,
    catalogue: {
      generation,
      activatedAt,
      isDemonstration,
      productsWithoutOffer,
      vehicles: counts.model ?? 0,
      products: counts.product ?? 0,
      offers: counts.offer ?? 0,
      shops: counts.shop ?? 0,
    },
    trouble: null,
    disk: { ...disk, offers: catalogue.offers.bytes, catalogue: catalogue.bytes },
    open: { ...open, withheld: sum(withheld.map(({ offers }) => offers)), shops: incompleteShops.length },
    days,
  };
}
