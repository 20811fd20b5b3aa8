import { dateOf } from '../../clock/clock.js';
import type { Wire } from '../../contract/handler-types.js';
import type { OperationId } from '../../contract/operations.js';
import type { CallContext, Handler } from '../http/handler.js';
import type { DiskSpace } from '../store/disk-space.js';
import type { StateDb } from '../store/state-store.js';
import { addOffer } from './add-offer.js';
import type { CartWrite } from './audit.js';
import { adviseCart } from './cart-advice.js';
import { generateCart, readItems } from './generate-cart.js';
import { handoverOf } from './handover.js';
import { equivalentCart, optimiseCart } from './optimise-cart.js';
import { shippingBeside } from './parcel-shipping.js';
import { composeCart, type StoredLine, storedLines, type Viewer } from './read-cart.js';
import { applyPlan, repositionOffer } from './replace-offer.js';
import { SessionTurns } from './session-turns.js';
import { findSession, type Session } from './sessions.js';
import { latestUndo, restoreCart } from './snapshots.js';
import { deleteLine, setQuantity, writeCart } from './write-cart.js';

type CartOperation =
  | 'session'
  | 'cart'
  | 'cartCount'
  | 'cartAdd'
  | 'cartChange'
  | 'cartDelete'
  | 'cartReplace'
  | 'cartPlan'
  | 'cartOptimise'
  | 'cartEquivalent'
  | 'cartEquivalentPlan'
  | 'cartAdvice'
  | 'cartShipping'
  | 'cartGenerate'
  | 'cartRestore';

/** Writes that keep something new; all others go on when the disk is full. */
const growing: ReadonlySet<OperationId> = new Set(['cartAdd', 'cartGenerate'] as const);

/** Calls about carts and their sessions. Reads make no session and keep nothing (D79). */
export function cartHandlers(
  db: StateDb,
  space: Pick<DiskSpace, 'requireSpace'>,
): { readonly [I in CartOperation]: Handler<I> } {
  const turns = new SessionTurns();
  return {
    async session(_request, context) {
      return { sid: (await sessionOf(context)) ? context.sid : null };
    },
    async cart(request, context) {
      const session = await sessionOf(context);
      const lines = session ? await storedLines(db, session) : [];
      const undo = session ? await latestUndo(db, session, dateOf(context.clock)) : null;
      const generation = context.generation();
      return {
        cartData: await composeCart(generation, lines, request),
        undo,
        ...(request.handover && { handover: await handoverOf(generation, lines) }),
      };
    },
    async cartCount(_request, context) {
      const session = await sessionOf(context);
      if (!session) return { countArticles: 0 };
      const { count } = await db
        .selectFrom('cart_line')
        .select((expression) =>
          expression.fn.coalesce(expression.fn.sum<number>('quantity'), expression.lit(0)).as('count'),
        )
        .where('session_id', '=', session.id)
        .executeTakeFirstOrThrow();
      return { countArticles: count };
    },
    // Within the write: the repeat of an add is one still where the offer has gone since.
    cartAdd: (request, context) =>
      write('cartAdd', context, request, (tx) => addOffer(tx, context.generation(), request), false),
    cartChange: (request, context) =>
      write('cartChange', context, request, (tx) => setQuantity(tx, request.id, request.quantity), true),
    cartDelete: (request, context) => write('cartDelete', context, request, (tx) => deleteLine(tx, request.id), true),
    cartReplace: (request, context) =>
      write(
        'cartReplace',
        context,
        request,
        (tx) => repositionOffer(tx, context.generation(), { from: request.id, to: request.offer }, request),
        true,
      ),
    cartPlan: (request, context) =>
      write(
        'cartPlan',
        context,
        request,
        (tx) => applyPlan(tx, context.generation(), request.replacements, request),
        true,
      ),
    cartEquivalentPlan: (request, context) =>
      write(
        'cartEquivalentPlan',
        context,
        request,
        (tx) => applyPlan(tx, context.generation(), request.replacements, request, 'equivalent'),
        true,
      ),
    cartOptimise: async (request, context) =>
      optimiseCart(context.generation(), await linesOf(context), request.country),
    cartEquivalent: async (request, context) => equivalentCart(context.generation(), await linesOf(context), request),
    cartAdvice: async (request, context) => adviseCart(context.generation(), await linesOf(context), request),
    cartShipping: async (request, context) => shippingBeside(context.generation(), await linesOf(context), request),
    async cartGenerate(request, context) {
      const read = await readItems(context.generation(), request);
      return write('cartGenerate', context, request, (tx) => generateCart(tx, read, request.replace), false);
    },
    cartRestore: (request, context) =>
      write('cartRestore', context, request, (tx) => restoreCart(tx, request.id), false),
  };

  function sessionOf({ sid }: CallContext): Promise<Session | null> {
    return findSession(db, sid);
  }

  async function linesOf(context: CallContext): Promise<StoredLine[]> {
    const session = await sessionOf(context);
    return session ? storedLines(db, session) : [];
  }

  async function write(
    operation: OperationId,
    context: CallContext,
    { locale, country, ...wish }: Viewer,
    change: (write: CartWrite) => Promise<void>,
    seesCart: boolean,
  ): Promise<Wire<'cart'>> {
    const generation = context.generation();
    if (growing.has(operation)) space.requireSpace();
    const { lines, undo } = await turns.run(context.sid, context.clock, () =>
      writeCart(db, context, change, { wish: [operation, wish], seesCart }),
    );
    return { cartData: await composeCart(generation, lines, { locale, country }), undo };
  }
}
