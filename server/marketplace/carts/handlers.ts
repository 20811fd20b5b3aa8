import type { Wire } from '../../contract/handler-types.js';
import type { OperationId } from '../../contract/operations.js';
import type { CallContext, Handler } from '../http/handler.js';
import type { StateDb } from '../store/state-store.js';
import { addOffer } from './add-offer.js';
import type { CartWrite } from './audit.js';
import { generateCart, readItems } from './generate-cart.js';
import { optimiseCart } from './optimise-cart.js';
import { composeCart, storedLines, type Viewer } from './read-cart.js';
import { applyPlan, repositionOffer } from './replace-offer.js';
import { findSession } from './sessions.js';
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
  | 'cartGenerate'
  | 'cartRestore';

/** Calls about carts and their sessions. Reads make no session and keep nothing (D79). */
export function cartHandlers(db: StateDb): { readonly [I in CartOperation]: Handler<I> } {
  return {
    async session(_request, context) {
      return { sid: (await findSession(db, context.sid)) ? context.sid : null };
    },
    async cart(request, context) {
      const session = await findSession(db, context.sid);
      const lines = session ? await storedLines(db, session) : [];
      const undo = session ? await latestUndo(db, session) : null;
      return { cartData: await composeCart(context.generation(), lines, request), undo };
    },
    async cartCount(_request, context) {
      const session = await findSession(db, context.sid);
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
    async cartOptimise(request, context) {
      const session = await findSession(db, context.sid);
      const lines = session ? await storedLines(db, session) : [];
      return optimiseCart(context.generation(), lines, request.country);
    },
    async cartGenerate(request, context) {
      const read = await readItems(context.generation(), request);
      return write('cartGenerate', context, request, (tx) => generateCart(tx, read, request.replace), false);
    },
    cartRestore: (request, context) =>
      write('cartRestore', context, request, (tx) => restoreCart(tx, request.id), false),
  };

  async function write(
    operation: OperationId,
    context: CallContext,
    { locale, country, ...wish }: Viewer,
    change: (write: CartWrite) => Promise<void>,
    seesCart: boolean,
  ): Promise<Wire<'cart'>> {
    const generation = context.generation();
    const { lines, undo } = await writeCart(db, context, change, { wish: [operation, wish], seesCart });
    return { cartData: await composeCart(generation, lines, { locale, country }), undo };
  }
}
