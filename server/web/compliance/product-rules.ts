import { articles, type ComplianceRule } from './compliance-rule.js';

/** Compliance rules about products: seller, manufacturer, identification, disposal. */
export const productRules = [
  {
    name: 'old batteries are taken back and do not belong into household waste',
    source: 'Regulation (EU) 2023/1542, Art. 62 and 74',
    pages: ['batteryArticle'],
  },
  {
    name: 'notice of the legal guarantee',
    source: 'Directive 2011/83/EU, Art. 6 (1) (l) and Art. 22a; Regulation (EU) 2025/1960',
    pages: [...articles, 'cart'],
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
      'de-AT': 'AWG 2002; Altölverordnung',
      'es-ES': 'Real Decreto 679/2006',
      'fr-FR': 'Code de l’environnement, art. R. 543-3',
      'it-IT': 'd.lgs. 152/2006, art. 236',
      'nl-NL': 'Wet milieubeheer',
    },
    pages: ['oilArticle'],
  },
  {
    name: 'tyre label, and its entry in the register',
    source: 'Regulation (EU) 2020/740, Art. 6 (4)',
    pages: ['tyreArticle'],
  },
] as const satisfies readonly ComplianceRule[];
