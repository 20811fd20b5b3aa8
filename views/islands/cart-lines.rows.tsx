import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { fill } from '../fill.js';
import { fitTones } from '../fit-shapes.js';
import { Icon } from '../icons.js';
import { useIslandId } from '../island.js';
import { QuantityField } from '../quantity-field.js';
import { type CartLine, type CartShopLines, isBought } from './cart-lines.model.js';
import type { CartTexts } from './cart-lines.props.js';

/** The actions on a line, as the API names them. */
export type Verb = 'Aendern' | 'Loeschen' | 'Wiederherstellen';
export type Change = (event: FormEvent<HTMLFormElement>, line: CartLine, verb: Verb) => void;
/** Texts and formats of the cart's rows. */
export interface LineFormats {
  texts: CartTexts;
  money: (cents: number) => string;
  locale: string;
}

function Line({
  line,
  busy,
  onChange,
  formats,
}: {
  line: CartLine;
  busy: boolean;
  onChange: Change;
  formats: LineFormats;
}) {
  const { texts, money, locale } = formats;
  const quantity = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState(line.quantity);
  // The shopper may have typed a number before this script ran, so only a response replaces it.
  const shown = useRef(line.quantity);
  // A change keeps the field and its focus, so the new quantity must be written into it.
  useEffect(() => {
    if (!quantity.current) return;
    if (shown.current !== line.quantity) quantity.current.value = String(line.quantity);
    shown.current = line.quantity;
    setWanted(Number(quantity.current.value));
  }, [line.quantity]);
  const amount = (count: number): string =>
    line.packSize > 1
      ? fill(count === 1 ? texts.packs_one : texts.packs_other, {
          count: String(count),
          pieces: String(count * line.packSize),
        })
      : String(count);
  const form = (verb: Verb, children: ReactNode): ReactNode => (
    <form
      method="post"
      action={`/api/Warenkorb/${verb}/${line.undo ?? line.id}`}
      onSubmit={(event) => onChange(event, line, verb)}
    >
      <input type="hidden" name="locale" value={locale} />
      {children}
    </form>
  );
  if (line.undo)
    return (
      <li className="cart-line-actions small">
        {form(
          'Wiederherstellen',
          <>
            {fill(texts.removed, { title: line.title })}
            <button type="submit" className="button quiet" id="undo">
              {texts.undo}
            </button>
          </>,
        )}
      </li>
    );
  const note = [
    line.state !== 'ok' && fill(texts[line.state], { pieces: amount(line.pieces ?? 0) }),
    isBought(line) &&
      line.previousPrice !== null &&
      fill(texts.priceChanged, { before: money(line.previousPrice), after: money(line.unitPrice) }),
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <li className="cart-line" aria-busy={busy || undefined}>
      {line.image ? <img loading="lazy" src={line.image} width={88} height={66} alt="" /> : <span />}
      <div>
        <h3>
          <a href={line.href}>{line.title}</a>
        </h3>
        <div className="cart-line-facts">
          <p className="small">
            <b>{line.brand}</b> <span className="number soft">{line.number}</span>
          </p>
          {line.packSize > 1 && line.state !== 'gone' && (
            <output className="small">{amount(wanted || line.quantity)}</output>
          )}
          {/* Script may have replaced the words before this one runs. */}
          <p className={`fit-mark ${fitTones[line.mark]}`} {...line.asked} suppressHydrationWarning>
            <Icon name={line.mark} />
            {line.verdict}
          </p>
        </div>
        {line.vehicle && <p className="small soft">{line.vehicle}</p>}
        {line.durability && (
          <a className="small" href={line.durability.href}>
            {line.durability.text}
          </a>
        )}
      </div>
      <div className={wanted === line.quantity ? 'cart-line-actions as-sent' : 'cart-line-actions'}>
        {line.state !== 'gone' &&
          form(
            'Aendern',
            <>
              <QuantityField
                field={quantity}
                pieces={line.quantity}
                label={fill(texts.quantityOf, { title: line.title })}
                onInput={({ currentTarget }) => setWanted(Number(currentTarget.value))}
              />
              <button type="submit" className="button" aria-disabled={busy || undefined}>
                {texts.change}
              </button>
            </>,
          )}
        {form(
          'Loeschen',
          <button type="submit" className="button quiet" aria-disabled={busy || undefined}>
            {texts.remove}
            <span className="visually-hidden"> {line.title}</span>
          </button>,
        )}
        {isBought(line) && (
          <p className="cart-line-price">
            <b>{money(line.sum)}</b>
            {line.quantity > 1 && <span className="small soft">{`${line.quantity} × ${money(line.unitPrice)}`}</span>}
            {line.refund > 0 && (
              <span className="small soft">{fill(texts.deposit, { amount: money(line.refund) })}</span>
            )}
          </p>
        )}
      </div>
      {note && (
        <div className="note">
          {note}
          {line.state === 'tooFew' &&
            Boolean(line.pieces) &&
            form(
              'Aendern',
              <>
                <input type="hidden" name="quantity" value={line.pieces ?? ''} />
                <button type="submit" className="button" aria-disabled={busy || undefined}>
                  {fill(texts.takeThere, { pieces: amount(line.pieces ?? 0) })}
                  <span className="visually-hidden"> {line.title}</span>
                </button>
              </>,
            )}
        </div>
      )}
    </li>
  );
}

/** Rows of labels and amounts; the strong one is the total. */
export function Sums({ rows }: { rows: [label: string, value: string, strong?: boolean][] }) {
  return (
    <dl className="sums">
      {rows.map(([label, value, strong]) => (
        <div key={label} className={strong ? 'grand-total' : undefined}>
          <dt>{label}</dt>
          <dd className={strong ? 'price' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Returns the cost of shipping; free shipping is a word, unless the cart is empty. */
export const shippingText = (
  { shippingSum, priceSum }: { shippingSum: number; priceSum: number },
  { texts, money }: LineFormats,
): string => (shippingSum === 0 && priceSum > 0 ? texts.freeShipping : money(shippingSum));

/** The lines of one shop below its sums and the amount missing for free shipping. A shop that delivers nothing has no sums. */
export function ShopLines({
  shop,
  busy,
  onChange,
  formats,
}: {
  shop: CartShopLines;
  busy: readonly string[];
  onChange: Change;
  formats: LineFormats;
}) {
  const { texts, money } = formats;
  const id = `${useIslandId()}-${shop.id}`;
  const missing = shop.freeShippingFrom === null ? 0 : shop.freeShippingFrom - shop.priceSum;
  return (
    <section className="cart-shop" aria-labelledby={id}>
      <header>
        <h2 id={id}>{shop.name}</h2>
        {shop.lines.some(isBought) && (
          <Sums
            rows={[
              ...(shop.lines.length > 1 ? ([[texts.subtotal, money(shop.priceSum)]] as [string, string][]) : []),
              [texts.shipping, shippingText(shop, formats)],
              ...(shop.refundSum > 0 ? ([[texts.depositSum, money(shop.refundSum)]] as [string, string][]) : []),
            ]}
          />
        )}
        <p className="small soft">
          {shop.about}
          {missing > 0 && shop.shippingSum > 0 && ` · ${fill(texts.toFree, { amount: money(missing) })}`}
        </p>
      </header>
      <ul>
        {shop.lines.map((line) => (
          <Line key={line.id} line={line} busy={busy.includes(line.id)} onChange={onChange} formats={formats} />
        ))}
      </ul>
    </section>
  );
}
