import { articles, type ComplianceRule } from './compliance-rule.js';

/** Compliance rules about products: seller, manufacturer, identification, disposal. */
export const productRules = [
  {
    name: 'old batteries are taken back and do not belong into household waste',
    source: 'Regulation (EU) 2023/1542, Art. 62 and 74',
    since: '2025-08-18',
    pages: ['batteryArticle'],
  },
  {
    name: 'notice of the legal guarantee',
    source: 'Directive 2011/83/EU, Art. 6 (1) (l) and Art. 22a; Regulation (EU) 2025/1960',
    since: '2026-09-27',
    unread: {
      on: '2026-11-22',
      // The operator may add the official file (docs/own-shop.md). Until then the shop draws the notice with these
      // words.
      known: {
        'de-DE':
          'Words as three independent sellers print them from Annex I; size and place of its parts were not read.',
        'de-AT': 'As in Germany; § 4 (1) no. 12 FAGG was met in other people’s notes only.',
        'fr-FR': 'Words as a shop gives them after comparing with the file of the Commission; layout not read.',
        'nl-NL': 'Words as a shop gives them after comparing with the file of the Commission; layout not read.',
        'es-ES': 'The Spanish words were not found: ours are a translation. The third year of Spain is beside it.',
        'it-IT': 'The Italian words were not found: ours are a translation.',
      },
    },
    pages: [...articles, 'cart'],
  },
  {
    name: 'guarantee of durability of the maker, at the offer and again before the order',
    source: 'Directive 2011/83/EU, Art. 6 (1) (la) and Art. 8 (2); Regulation (EU) 2025/1960, Annex II',
    since: '2026-09-27',
    unread: {
      on: '2026-11-23',
      // Words only, until the operator adds the official label (docs/own-shop.md): the shop draws no imitation.
      known: {
        'de-DE': 'The fields of the label and its place are known from other people’s notes only.',
        'de-AT': 'As in Germany.',
        'es-ES': 'As in Germany.',
        'fr-FR': 'As in Germany; a report of the Senate says that it is shown again before the order.',
        'it-IT': 'As in Germany.',
        'nl-NL': 'As in Germany.',
      },
    },
    pages: ['guaranteedArticle', 'guaranteedCart'],
  },
  {
    name: 'the trader behind an offer',
    source: 'Regulation (EU) 2022/2065 (DSA), Art. 30 (7); Directive 2011/83/EU, Art. 6a (1) (b)',
    pages: articles,
  },
  {
    name: 'identity of the trader, and that goods follow the law of the Union',
    source: 'Regulation (EU) 2022/2065 (DSA), Art. 30 (1) and (7)',
    pages: ['shop'],
  },
  {
    name: 'maker with postal and electronic address, and who answers for it in the Union',
    source: 'Regulation (EU) 2023/988 (GPSR), Art. 19',
    pages: articles,
  },
  {
    name: 'picture and identifier of the product, and warnings in the language of the edition',
    source: 'Regulation (EU) 2023/988 (GPSR), Art. 19 (c) and (d)',
    pages: articles,
  },
  {
    name: 'a spare part is not taken for an original one',
    source: 'Regulation (EC) 6/2002, Art. 20a; Regulation (EU) 2017/1001, Art. 14',
    pages: articles,
  },
  {
    name: 'used oil is taken back, said on the page itself',
    source: {
      'de-DE': 'AltölV § 8',
      'de-AT': 'AWG 2002, § 12',
      'es-ES': 'Real Decreto 679/2006',
      'fr-FR': 'Décret 2021-1395',
      'it-IT': 'D.M. 392/1996, art. 2 (4); d.lgs. 95/1992, art. 6 (3)',
      'nl-NL': 'Wet milieubeheer',
    },
    pages: ['oilArticle'],
  },
  {
    name: 'tyre label, and its entry in the register',
    source: 'Regulation (EU) 2020/740, Art. 6 (4) and Art. 8',
    since: '2021-05-01',
    pages: ['tyreArticle'],
  },
  {
    name: 'what the price of a tyre holds for its end of life',
    source: {
      'de-DE': 'PAngV § 3',
      'de-AT': 'Directive 98/6/EC, Art. 2',
      'es-ES': 'Real Decreto 712/2025',
      'fr-FR': 'Directive 98/6/EC, Art. 2',
      'it-IT': 'd.lgs. 152/2006, art. 228; D.M. 182/2019',
      'nl-NL': 'Directive 98/6/EC, Art. 2',
    },
    since: { 'es-ES': '2025-08-28', 'it-IT': '2020-04-23' },
    pages: ['tyreArticle'],
  },
  {
    name: 'safety data sheet in the language of the state',
    source: 'Regulation (EC) 1907/2006 (REACH), Art. 31 (5)',
    pages: ['measuredArticle'],
  },
  {
    name: 'no warning triangle without a word about the beacon that has taken its place',
    source: 'Real Decreto 1030/2022',
    since: '2026-01-01',
    pages: ['warningTriangles'],
    editions: ['es-ES'],
  },
] as const satisfies readonly ComplianceRule[];
