import { dateOf } from '../../clock/clock.js';
import type { Request, Wire } from '../../contract/operations/handler-types.js';
import type { OperationId } from '../../contract/operations/operations.js';
import type { DiskSpace } from '../data-folder/disk-space.js';
import type { Generation } from '../generation/generation.js';
import type { CallContext, Handler } from '../http/handler.js';
import type { StateDb } from '../state/state-store.js';
import type { CartWrite } from './audit.js';
import { besideCart } from './beside-cart.js';
import { shippingBeside } from './bought-lines.js';
import { adviseCart } from './cart-advice.js';
import { checkoutDataOf } from './checkout-data.js';
import { generateCart, readItems } from './generate-cart.js';
import { equivalentCart, optimiseCart } from './optimise-cart.js';
import { composeCart, type StoredLine, storedLines, type Viewer } from './read-cart.js';
import { offersOfLines } from './read-offer.js';
import { applyPlan, repositionOffer } from './replace-offer.js';
import { SessionTurns } from './session-turns.js';
import { findSession, type Session } from './sessions.js';
import { latestUndo, removeLine, restoreCart } from './snapshots.js';
import { addOffer, setQuantity, writeCart } from './write-cart.js';

type CartWriteOperation =
  | 'cartAdd'
  | 'cartChange'
  | 'cartDelete'
  | 'cartReplace'
  | 'cartPlan'
  | 'cartEquivalentPlan'
  | 'cartGenerate'
  | 'cartRestore';
type CartOperation = 'session' | Exclude<Extract<OperationId, `cart${string}`>, 'cartHandedOver'>;

/** Writes that add data; all others work with a full disk. */
const growing: ReadonlySet<OperationId> = new Set(['cartAdd', 'cartGenerate'] as const);

/** Returns the handlers of carts and sessions. Reads create no session and store nothing (D79). */
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
      const offers = offersOfLines(generation, lines);
      return {
        cartData: await composeCart(generation, lines, request, offers),
        undo,
        ...(request.handover && { handover: await checkoutDataOf(generation, lines, offers) }),
        ...(request.besideMs && (await besideCart(generation, lines, request, context, offers, request.besideMs))),
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
    // The write itself looks the offer up: it recognises a repeated add even if the offer is gone.
    cartAdd: write('cartAdd', false, addOffer),
    cartChange: write('cartChange', true, (own, _, { id, quantity }) => setQuantity(own, id, quantity)),
    cartDelete: write('cartDelete', true, (own, _, { id }) => removeLine(own, id)),
    cartReplace: write('cartReplace', true, (own, generation, request) =>
      repositionOffer(own, generation, { from: request.id, to: request.offer }, request),
    ),
    cartPlan: write('cartPlan', true, (own, generation, request) =>
      applyPlan(own, generation, request.replacements, request),
    ),
    cartEquivalentPlan: write('cartEquivalentPlan', true, (own, generation, request) =>
      applyPlan(own, generation, request.replacements, request, 'equivalent'),
    ),
    async cartGenerate(request, context) {
      const read = await readItems(context.generation(), request);
      return write('cartGenerate', false, (own) => generateCart(own, read, request.replace))(request, context);
    },
    cartRestore: write('cartRestore', false, (own, _, { id }) => restoreCart(own, id)),
    cartOptimise: async (request, context) =>
      optimiseCart(context.generation(), await linesOf(context), request.country),
    cartEquivalent: async (request, context) => equivalentCart(context.generation(), await linesOf(context), request),
    cartAdvice: async (request, context) => adviseCart(context.generation(), await linesOf(context), request),
    cartShipping: async (request, context) => shippingBeside(context.generation(), await linesOf(context), request),
  };

  function sessionOf({ sid }: CallContext): Promise<Session | null> {
    return findSession(db, sid);
  }

  async function linesOf(context: CallContext): Promise<StoredLine[]> {
    const session = await sessionOf(context);
    return session ? storedLines(db, session) : [];
  }

  /** @param seesCart the request comes from the cart page, so the visitor has seen its prices */
  function write<I extends CartWriteOperation>(
    operation: I,
    seesCart: boolean,
    change: (own: CartWrite, generation: Generation, request: Request<I> & Viewer) => Promise<void>,
  ): (request: Request<I> & Viewer, context: CallContext) => Promise<Wire<'cart'>> {
    return async (request, context) => {
      const generation = context.generation();
      if (growing.has(operation)) space.requireSpace();
      const { locale, country, ...wish } = request;
      const { lines, undo } = await turns.run(context.sid, context.clock, () =>
        writeCart(db, context, (own) => change(own, generation, request), { wish: [operation, wish], seesCart }),
      );
      return { cartData: await composeCart(generation, lines, { locale, country }), undo };
    };
  }
}
