import type { priceRules } from './price-rules.js';
import type { Proof } from './proof.js';

/** Proofs on a page for the legal duties about prices. */
export const priceProofs: Readonly<Record<(typeof priceRules)[number]['name'], Proof>> = {
  'prices with VAT, and who sells': {
    words: ({ t }) => [t('layout:prices')],
  },
  'prices of lists include VAT and shipping to the country named': {
    words: ({ t, format, locale }) => [t('part:pricesFor', { country: format.country(locale.slice(3)) })],
  },
  'total with delivery and shipping beside it, before anything is put into the cart': {
    words: ({ t, format, facts: { offer } }) =>
      offer
        ? [
            format.money(offer.total),
            offer.shipping === 0 ? t('article:offers.freeShipping') : format.money(offer.shipping),
            t('article:buy.vat'),
          ]
        : [],
  },
  'delivery time of each offer': {
    words: ({ t }) => [t('article:offers.delivery')],
  },
  'cost of returning, and how long that is possible': {
    words: ({ t }) => [t('article:buy.returns')],
  },
  'deposit beside the price, never in it': {
    words: ({ t, format, facts: { offer } }) =>
      offer ? [t('article:buy.depositText', { amount: format.money(offer.refund) }), format.money(offer.total)] : [],
  },
  'deposit on starter batteries, and that old ones are taken back': {
    words: ({ t, format }) => [t('law:battery.text'), format.money(750)],
  },
  'price per litre or kilogram': {
    words: ({ t, format, facts: { offer } }) =>
      offer?.basePrice
        ? [t('article:buy.base', { amount: format.money(offer.basePrice.value), unit: offer.basePrice.unit })]
        : [],
  },
  'price per litre in lists that compare': {
    words: ({ format, facts: { offer } }) =>
      offer?.basePrice ? [`${format.money(offer.basePrice.value)}/${offer.basePrice.unit}`] : [],
  },
  'customs, import VAT and charges where goods cross the border of the Union': {
    words: ({ t }) => [t('law:customs')],
  },
  'lowest price of the last 30 days beside a reduced one': {
    words: ({ t, format, facts: { offer } }) =>
      offer?.lowest30 ? [t('article:buy.lowest', { amount: format.money(offer.lowest30) })] : [],
  },
  'a saving is claimed with its reference price': {
    words: ({ t }) => [t('law:saving.upTo'), t('law:saving.reference')],
  },
};
