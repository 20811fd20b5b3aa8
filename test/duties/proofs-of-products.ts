import type { Locale } from '../../server/contract/locales.js';
import type { productRules } from './product-rules.js';
import type { Proof } from './proof.js';

/** Names of the safety data sheet by edition (REACH, Annex II, as translated). */
const safetySheets: Readonly<Record<Locale, string>> = {
  'de-DE': 'Sicherheitsdatenblatt',
  'de-AT': 'Sicherheitsdatenblatt',
  'es-ES': 'Ficha de datos de seguridad',
  'fr-FR': 'Fiche de données de sécurité',
  'it-IT': 'Scheda di dati di sicurezza',
  'nl-NL': 'Veiligheidsinformatieblad',
};

/** Proofs on a page for the legal duties about products. */
export const productProofs: Readonly<Record<(typeof productRules)[number]['name'], Proof>> = {
  'old batteries are taken back and do not belong into household waste': {
    words: ({ t }) => [t('law:battery.title'), t('law:battery.text'), 'Pb'],
  },
  'notice of the legal guarantee': {
    words: ({ t }) => [
      t('law:guarantee.title'),
      t('law:guarantee.years'),
      t('law:guarantee.text'),
      t('law:guarantee.show'),
    ],
    always: /<img [^>]*src="\/guarantee-[a-z]{2}-[0-9a-f]{8}\.svg"/,
    links: ({ t }) => [`https://europa.eu/youreurope/${encodeURIComponent(t('law:guarantee.target'))}`],
  },
  'guarantee of durability of the maker, at the offer and again before the order': {
    words: ({ t, format, facts: { durability, product } }) => {
      if (!durability) return [];
      const words = { ...durability, years: format.number(durability.years) };
      const title = t('law:durability.title', words);
      return product ? [title, t('law:durability.text', words), t('law:durability.terms')] : [title];
    },
    // The article links to terms and explanation, the cart to the article.
    links: ({ facts: { durability, product } }) =>
      !durability
        ? []
        : product
          ? [durability.terms, 'https://europa.eu/youreurope/commercial-guarantee-durability/']
          : ['#durability'],
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
  'what the price of a tyre holds for its end of life': { words: ({ t }) => [t('law:tyre.fee')] },
  'safety data sheet in the language of the state': {
    words: ({ locale }) => [
      `${safetySheets[locale]}, ${new Intl.DisplayNames(locale, { type: 'language' }).of(locale.slice(0, 2))}`,
    ],
  },
  'no warning triangle without a word about the beacon that has taken its place': { words: () => ['V-16 conectada'] },
};
