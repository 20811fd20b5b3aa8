import type { productRules } from '../../server/web/compliance/product-rules.js';
import type { Proof } from './proof.js';

/** What shows on a page that a duty of products is done. */
export const productProofs: Readonly<Record<(typeof productRules)[number]['name'], Proof>> = {
  'old batteries are taken back and do not belong into household waste': {
    words: ({ t }) => [t('law:battery.title'), t('law:battery.text'), 'Pb'],
  },
  'notice of the legal guarantee': {
    words: ({ t }) => [t('law:guarantee.title'), t('law:guarantee.years'), t('law:guarantee.text')],
    links: () => ['https://europa.eu/youreurope/'],
  },
  'the trader behind an offer': {
    words: ({ t, facts: { offer } }) => (offer ? [t('law:trader', { shop: offer.shop })] : []),
    links: () => ['#trader'],
  },
  'identity of the trader, and that goods follow the law of the Union': {
    words: ({ t, facts: { shop } }) => [...Object.values(shop ?? {}), t('shop:trader.note')],
  },
  'maker with postal and electronic address, and who answers for it in the Union': {
    words: ({ t, facts: { maker, responsible } }) => [
      ...Object.values(maker ?? {}),
      t('article:maker.responsible'),
      responsible ?? t('article:maker.itself'),
    ],
  },
  'picture and identifier of the product, and warnings in the language of the edition': {
    words: ({ facts: { product } }) => (product ? [product.number, ...product.warnings] : []),
    always: /<img [^>]*src="\/(api\/Bilder|images)\//,
  },
  'a spare part is not taken for an original one': {
    words: ({ t, facts: { maker } }) => (maker ? [t('law:repair', { brand: maker.name })] : []),
  },
  'used oil is taken back, said on the page itself': {
    words: ({ t }) => [t('law:oil.title'), t('law:oil.text')],
    links: ({ address }) => [address('oil-disposal')],
  },
  'tyre label, and its entry in the register': {
    words: ({ t, facts: { tyre } }) =>
      tyre
        ? [
            t('law:tyre.title'),
            t('law:tyre.fuel'),
            t('law:tyre.wetGrip'),
            t('law:tyre.noiseValue', { noise: tyre.noise, level: tyre.noiseClass }),
            t('law:tyre.sheet', { number: tyre.eprel }),
          ]
        : [],
    links: () => ['https://eprel.ec.europa.eu/screen/product/tyres/'],
  },
};
