import type { Locale } from '../../server/contract/locales.js';
import type { Proof } from './proof.js';
import type { shopRules } from './shop-rules.js';

/** Names of the dispute resolution body in imprints. */
const disputes: Readonly<Record<Locale, string>> = {
  'de-DE': '§\u00a036 VSBG',
  'de-AT': 'AStG',
  'es-ES': 'Ley 7/2017',
  'fr-FR': 'L.\u00a0612-1',
  'it-IT': 'ADR',
  'nl-NL': 'geschillencommissie',
};
/** Registration data of a trader that each country requires. */
const registers: Readonly<Record<Locale, readonly string[]>> = {
  'de-DE': ['Registernummer', '§\u00a027a UStG'],
  'de-AT': ['Firmenbuchnummer', 'MedienG'],
  'es-ES': ['NIF', 'Registro Mercantil'],
  'fr-FR': ['SIREN'],
  'it-IT': ['Partita IVA', 'REA'],
  'nl-NL': ['KvK-nummer', 'Btw-identificatienummer'],
};

/** Proofs on a page for the legal duties of the shop itself. */
export const shopProofs: Readonly<Record<(typeof shopRules)[number]['name'], Proof>> = {
  'withdrawal button on every page': {
    words: ({ t }) => [t('layout:withdraw')],
    links: ({ address }) => [address('revocation')],
  },
  'withdrawal in two steps, without login and without a reason': {
    words: ({ t }) => [
      t('information:withdrawal.name'),
      t('information:withdrawal.orderId'),
      t('information:withdrawal.email'),
      t('information:withdrawal.hint'),
      t('information:withdrawal.submit'),
    ],
  },
  'imprint, terms, privacy and accessibility one step from every page': {
    links: ({ address }) => [address('imprint'), address('terms'), address('privacy'), address('accessibility')],
  },
  'accessibility statement with a way to report barriers': {
    words: () => ['WCAG 2.2', 'EN 301 549'],
    links: () => ['mailto:'],
  },
  'who runs the shop': {
    words: ({ t }) => [t('information:operator')],
    links: () => ['mailto:'],
  },
  'no link to the platform for online disputes, which is gone': {
    never: /ec\.europa\.eu\/(consumers\/)?odr|webgate\.ec\.europa\.eu\/odr/,
  },
  'main parameters of the ranking beside the choice of order': {
    words: ({ t }) => [t('part:ranking')],
    links: ({ address }) => [address('ranking')],
  },
  'main parameters of the ranking above the offers': {
    words: ({ t }) => [t('law:ranking')],
    links: ({ address }) => [address('ranking')],
  },
  'main parameters of the ranking beside what a search has found': {
    words: ({ t }) => [t('part:ranking')],
    links: ({ address }) => [address('ranking')],
  },
  'paid places, and whether they exist': {
    words: () => ['2019/1150', '2022/2065'],
  },
  'whether reviews are checked': {
    words: ({ t }) => [t('law:reviews')],
  },
  'whether opinions about the shop itself are checked': {
    words: ({ t }) => [t('reviews:inventedNote')],
  },
  'bodies that settle disputes out of court': {
    words: ({ locale }) => [disputes[locale]],
  },
  'boxed notice of the legal guarantees, and the mediator of the seller, in the seller’s terms': {
    words: () => [
      'Le consommateur dispose d’un délai de deux ans à compter de la délivrance du bien pour obtenir la mise en œuvre de la garantie légale de conformité',
      'articles 1641 à 1649 du code civil',
      'médiateur de la consommation dont nous relevons',
    ],
    always: /<blockquote>/,
  },
  'registers and tax numbers of who runs the shop': {
    words: ({ locale }) => registers[locale],
  },
  'refusing is as near as allowing': {
    words: ({ t }) => [t('consent:reject'), t('consent:accept')],
  },
  'consent is taken back where it was given, at any time': {
    words: ({ t }) => [t('consent:keep'), t('consent:save')],
  },
};
