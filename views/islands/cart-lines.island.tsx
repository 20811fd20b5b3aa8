import { type FormEvent, type ReactNode, useState } from 'react';
import type { CartData } from '../../server/api/contract.js';
import type { PageContext } from '../context.js';
import { fill } from '../fill.js';
import { island } from '../island.js';
import {
  type CartLine,
  type CartShopLines,
  type CartSnapshot,
  merge,
  snapshotOf,
  type WireCart,
} from './cart-lines.model.js';
import './cart-lines.css';

const textKeys = [
  'quantityOf',
  'change',
  'remove',
  'deposit',
  'subtotal',
  'shipping',
  'toFree',
  'total',
  'goods',
  'depositSum',
  'fits',
  'conditional',
  'no',
  'unknown',
  'checkedFor',
  'withoutVehicle',
  'gone',
  'notShippable',
  'priceChanged',
  'updated',
  'failed',
  'empty',
  'summary',
] as const;
type Texts = Record<(typeof textKeys)[number], string>;

export interface CartLinesProps {
  cart: CartSnapshot;
  locale: string;
  /** Delivery country, so that every call is priced like the page (specification 7, "country injected"). */
  country: string;
  texts: Texts;
}

/** The props of the cart's lines, with the words of the edition. */
export function cartLinesProps(cart: CartData, page: PageContext): CartLinesProps {
  const placeNames = ['title', 'amount', 'from', 'vehicle', 'before', 'after'] as const;
  const places = Object.fromEntries(placeNames.map((name) => [name, `{{${name}}}`])) as Record<
    (typeof placeNames)[number],
    string
  >;
  return {
    cart: snapshotOf(
      cart,
      ({ brand, normNumber, offerId, model }) =>
        page.url('article', {
          brand: brand.seoName,
          number: normNumber,
          articleId: offerId,
          ...(model ? { modelId: model.id } : {}),
        }),
      ({ rating, ratingCount, city }) =>
        page.t('islands:cart.shopAbout', {
          rating: page.format.rating(rating),
          ratings: page.format.number(ratingCount),
          city,
        }),
    ),
    locale: page.edition.locale,
    country: page.country,
    texts: Object.fromEntries(textKeys.map((key) => [key, page.t(`islands:cart.${key}`, places)])) as Texts,
  };
}

type Change = (event: FormEvent<HTMLFormElement>, line: CartLine, verb: 'Aendern' | 'Loeschen') => void;
interface Parts {
  texts: Texts;
  money: (cents: number) => string;
  locale: string;
}

function Line({
  line,
  busy,
  onChange,
  parts,
}: {
  line: CartLine;
  busy: boolean;
  onChange: Change;
  parts: Parts;
}): ReactNode {
  const { texts, money, locale } = parts;
  const form = (verb: 'Aendern' | 'Loeschen', children: ReactNode): ReactNode => (
    <form method="post" action={`/api/Warenkorb/${verb}/${line.id}`} onSubmit={(event) => onChange(event, line, verb)}>
      <input type="hidden" name="locale" value={locale} />
      {children}
    </form>
  );
  const note =
    line.state !== 'ok'
      ? texts[line.state]
      : line.previousPrice === null
        ? ''
        : fill(texts.priceChanged, { before: money(line.previousPrice), after: money(line.unitPrice) });
  return (
    <li className="ln" aria-busy={busy || undefined}>
      {line.image ? <img src={line.image} width={88} height={66} alt="" /> : <span />}
      <div>
        <p className="s">
          <b>{line.brand}</b> <span className="num soft">{line.number}</span>
        </p>
        <h3>
          <a href={line.href}>{line.title}</a>
        </h3>
        <p className={`fit f-${line.fit}`}>{[texts[line.fit], ...line.notes].join(', ')}</p>
      </div>
      <p className="ar">
        {line.state === 'ok' && <b className="pr">{money(line.sum)}</b>}
        {line.state === 'ok' && line.quantity > 1 && (
          <span className="up">{`${line.quantity} × ${money(line.unitPrice)}`}</span>
        )}
        {line.state === 'ok' && line.refund > 0 && (
          <span className="up">{fill(texts.deposit, { amount: money(line.refund) })}</span>
        )}
      </p>
      <div className="a">
        {line.state !== 'gone' &&
          form(
            'Aendern',
            <>
              <input
                className="qty"
                name="quantity"
                type="number"
                min={1}
                max={99}
                required
                defaultValue={line.quantity}
                aria-label={fill(texts.quantityOf, { title: line.title })}
              />
              <button type="submit" className="b" disabled={busy}>
                {texts.change}
              </button>
            </>,
          )}
        {form(
          'Loeschen',
          <button type="submit" className="b quiet" disabled={busy}>
            {texts.remove}
            <span className="vh"> {line.title}</span>
          </button>,
        )}
        <span className="s soft">
          {line.vehicle ? fill(texts.checkedFor, { vehicle: line.vehicle }) : texts.withoutVehicle}
        </span>
      </div>
      {note && <p className="note">{note}</p>}
    </li>
  );
}

function Sums({ rows }: { rows: [label: string, value: string, strong?: boolean][] }): ReactNode {
  return (
    <dl className="tot">
      {rows.map(([label, value, strong]) => (
        <div key={label} className={strong ? 'g' : undefined}>
          <dt>{label}</dt>
          <dd className={strong ? 'pr' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function ShopLines({
  shop,
  busy,
  onChange,
  parts,
}: {
  shop: CartShopLines;
  busy: string | null;
  onChange: Change;
  parts: Parts;
}): ReactNode {
  const { texts, money } = parts;
  const missing = shop.freeShippingFrom === null ? 0 : shop.freeShippingFrom - shop.priceSum;
  return (
    <section className="shop" aria-labelledby={`shop-${shop.id}`}>
      <header>
        <h2 id={`shop-${shop.id}`}>{shop.name}</h2>
        <span className="s soft">{shop.about}</span>
      </header>
      <ul>
        {shop.lines.map((line) => (
          <Line
            key={`${line.id}-${line.quantity}`}
            line={line}
            busy={busy === line.id}
            onChange={onChange}
            parts={parts}
          />
        ))}
      </ul>
      {missing > 0 && shop.shippingSum > 0 && shop.freeShippingFrom !== null && (
        <p className="free">
          {fill(texts.toFree, { amount: money(missing), from: money(shop.freeShippingFrom) })}
          <progress max={shop.freeShippingFrom} value={shop.priceSum} aria-hidden="true" />
        </p>
      )}
      <Sums
        rows={[
          [texts.subtotal, money(shop.priceSum)],
          [texts.shipping, money(shop.shippingSum)],
          ...(shop.refundSum > 0 ? ([[texts.depositSum, money(shop.refundSum)]] as [string, string][]) : []),
        ]}
      />
    </section>
  );
}

/**
 * Lines of the cart by shop, with all sums (specification 3, 4). Each line is two plain forms; hydrated, a change is
 * posted in place, the line is marked as updating meanwhile, and the sums are the marketplace's, never computed here.
 */
function CartLinesView({ cart: initial, locale, country, texts }: CartLinesProps): ReactNode {
  const [cart, setCart] = useState(initial);
  const [updating, setUpdating] = useState<string | null>(null);
  const [status, setStatus] = useState('');
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
  const parts: Parts = { texts, locale, money: (amount) => format.format(amount / 100) };

  const onChange: Change = (event, line, verb) => {
    event.preventDefault();
    const quantity = new FormData(event.currentTarget).get('quantity');
    setUpdating(line.id);
    setStatus('');
    fetch(`/api/Warenkorb/${verb}/${line.id}`, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(4)).join('-'),
      },
      body: JSON.stringify({ locale, country, ...(verb === 'Aendern' ? { quantity } : {}) }),
    })
      .then(async (answer) => {
        if (!answer.ok) throw new Error(`status ${answer.status}`);
        const { cartData } = (await answer.json()) as { cartData: WireCart };
        const after = merge(cart, cartData);
        if (!after) return location.reload();
        setCart(after);
        setStatus(fill(texts.updated, { amount: parts.money(after.priceTotal) }));
        for (const place of document.querySelectorAll('[data-cart-count]')) place.textContent = String(after.count);
      })
      .catch(() => setStatus(texts.failed))
      .finally(() => setUpdating(null));
  };

  const live = (
    <p className="cart-status s" role="status">
      {status}
    </p>
  );
  if (cart.shops.length === 0) {
    return (
      <>
        <p className="empty">{texts.empty}</p>
        {live}
      </>
    );
  }
  return (
    <div className="cart">
      <div>
        {cart.shops.map((shop) => (
          <ShopLines key={shop.id} shop={shop} busy={updating} onChange={onChange} parts={parts} />
        ))}
      </div>
      <aside aria-label={texts.summary}>
        <h2>{texts.summary}</h2>
        <Sums
          rows={[
            [texts.goods, parts.money(cart.priceSum)],
            [texts.shipping, parts.money(cart.shippingSum)],
            ...(cart.refundSum > 0 ? ([[texts.depositSum, parts.money(cart.refundSum)]] as [string, string][]) : []),
            [texts.total, parts.money(cart.priceTotal), true],
          ]}
        />
        {live}
      </aside>
    </div>
  );
}

export const CartLines = island({ name: 'cart-lines', when: 'idle' }, CartLinesView);
