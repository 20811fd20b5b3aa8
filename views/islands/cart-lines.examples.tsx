import type { CartLine, CartShopLines } from './cart-lines.model.js';
import type { CartLinesProps } from './cart-lines.props.js';

const texts: CartLinesProps['texts'] = {
  link: 'Link zu diesem Warenkorb',
  copied: 'Der Link ist kopiert.',
  quantityOf: 'Menge: {{title}}',
  change: 'Ändern',
  remove: 'Entfernen',
  removed: 'Entfernt: {{title}}',
  undo: 'Rückgängig machen',
  packs_one: '{{count}} Packung ({{pieces}} Stück)',
  packs_other: '{{count}} Packungen ({{pieces}} Stück)',
  deposit: 'zzgl. {{amount}} Pfand',
  subtotal: 'Zwischensumme',
  shipping: 'Versand',
  freeShipping: 'kostenlos',
  toFree: 'noch {{amount}} bis versandkostenfrei',
  total: 'Gesamt inkl. MwSt.',
  goods: 'Artikel',
  depositSum: 'Pfand, erstattbar',
  gone: 'Dieses Angebot gibt es nicht mehr.',
  soldOut: 'Dieses Angebot ist ausverkauft.',
  tooFew: 'Vorrat laut Händler: {{pieces}}.',
  takeThere: 'Menge auf {{pieces}} ändern',
  notShippable: 'Dieser Händler liefert nicht in Ihr Lieferland.',
  priceChanged: 'Der Einzelpreis hat sich geändert: {{before}} → {{after}}.',
  updated: 'Warenkorb aktualisiert. Gesamt: {{amount}}',
  failed: 'Die Änderung wurde nicht gespeichert.',
  late: 'Es kam keine Antwort.',
  retry: 'Noch einmal versuchen',
  summary: 'Bestellübersicht',
  leftOut: 'Nicht bestellbare Artikel: {{count}}.',
};
const line: CartLine = {
  id: 'l1',
  title: 'Bremsscheiben, Vorderachse',
  href: '/Teilenummernsuche/Nordwerk/NW2882551?articleId=7',
  brand: 'Nordwerk',
  number: 'NW 288-2551',
  image: null,
  mark: 'fits',
  verdict: 'Passt',
  vehicle: 'geprüft für Volkswagen Golf VII 1.6 TDI',
  durability: null,
  packSize: 1,
  quantity: 2,
  pieces: null,
  unitPrice: 4245,
  previousPrice: null,
  sum: 8490,
  refund: 0,
  state: 'ok',
};
const shop: CartShopLines = {
  id: '1',
  name: 'Teilelager Nord',
  about: '4,8 von 5 (9.104 Bewertungen) · Bremen',
  priceSum: 8490,
  refundSum: 0,
  shippingSum: 0,
  freeShippingFrom: 5900,
  lines: [line],
};
const cart: CartLinesProps = {
  cart: { shops: [shop], count: 2, priceSum: 8490, refundSum: 0, shippingSum: 0, priceTotal: 8490 },
  linkPage: '/Warenkorb/generieren',
  locale: 'de-DE',
  country: 'DE',
  texts,
};

const nothing = { count: 2, priceSum: 0, refundSum: 0, shippingSum: 0, priceTotal: 0 };

/** States of the cart's lines by name, each of which a generic test runs. */
export const examples: Record<string, CartLinesProps> = {
  'one shop, free shipping': cart,
  'deposit, price changed, conditions': {
    ...cart,
    cart: {
      shops: [
        {
          ...shop,
          priceSum: 6760,
          refundSum: 3570,
          shippingSum: 490,
          freeShippingFrom: 8000,
          lines: [
            {
              ...line,
              mark: 'conditional',
              verdict: 'Passt, wenn: PR-Nummer 1ZE oder 1ZP',
              quantity: 1,
              unitPrice: 6760,
              sum: 6760,
              previousPrice: 6500,
              refund: 3570,
            },
          ],
        },
      ],
      count: 1,
      priceSum: 6760,
      refundSum: 3570,
      shippingSum: 490,
      priceTotal: 10820,
    },
  },
  'universal goods': {
    ...cart,
    cart: {
      shops: [
        {
          ...shop,
          lines: [
            {
              ...line,
              title: 'Motoröl 5W-30 C3, 5 l',
              mark: 'universal',
              verdict: 'Universell – bitte prüfen: Spezifikation 5W-30 C3',
              vehicle: 'für Volkswagen Golf VII 1.6 TDI',
            },
          ],
        },
      ],
      ...nothing,
    },
  },
  'an offer that has gone': {
    ...cart,
    cart: {
      shops: [{ ...shop, priceSum: 0, shippingSum: 0, lines: [{ ...line, state: 'gone', sum: 0 }] }],
      ...nothing,
    },
  },
  'fewer pieces than wanted': {
    ...cart,
    cart: {
      shops: [{ ...shop, lines: [{ ...line, packSize: 2, state: 'tooFew', pieces: 1 }] }],
      ...nothing,
    },
  },
  'a removed line': {
    ...cart,
    cart: { ...cart.cart, shops: [{ ...shop, lines: [{ ...line, state: 'gone', undo: 'u1' }] }] },
  },
};
