import { articles, type ComplianceRule } from './compliance-rule.js';

/** Compliance rules about the shop itself: operator, withdrawal, complaints, ranking, ratings, consent. */
export const shopRules = [
  {
    name: 'withdrawal button on every page',
    source: {
      'de-DE': 'BGB § 356a; Directive 2011/83/EU, Art. 11a',
      'de-AT': 'Directive 2011/83/EU, Art. 11a; FAGG § 13a',
      'es-ES': 'Directive 2011/83/EU, Art. 11a',
      'fr-FR': 'Code de la consommation, art. L. 221-21; décret 2026-3',
      'it-IT': 'Codice del consumo, art. 54-bis',
      'nl-NL': 'Directive 2011/83/EU, Art. 11a; BW, boek 6, afdeling 2B',
    },
    since: {
      'de-DE': '2026-06-19',
      'de-AT': '2026-10-01',
      'es-ES': '2026-06-19',
      'fr-FR': '2026-06-19',
      'it-IT': '2026-06-19',
      'nl-NL': '2026-06-19',
    },
    unread: {
      on: '2026-11-22',
      // Until the national words are known, the button uses those of Article 11a in the language.
      known: {
        'de-AT':
          'VerbRÄG 2026 puts § 13a into the FAGG for contracts from 1 October 2026; read through six independent Austrian projects, not in the act.',
        'nl-NL':
          'The words are those of the Official Journal as others quote them; the Dutch authority allows any form that is clear.',
        'es-ES':
          'No transposition of Directive (EU) 2023/2673 found; the Commission wrote to Spain that none was notified by 19 December 2025.',
      },
    },
  },
  {
    name: 'withdrawal in two steps, without login and without a reason',
    source: 'Directive 2011/83/EU, Art. 11a (2) to (4)',
    pages: ['withdrawal'],
  },
  {
    name: 'imprint, terms, privacy and accessibility one step from every page',
    source:
      'Directive 2000/31/EC, Art. 5; DDG § 5; ECG § 5; LSSI art. 10; LCEN art. 1-1; d.lgs. 70/2003; BW art. 3:15d',
  },
  {
    name: 'accessibility statement with a way to report barriers',
    source: 'Directive (EU) 2019/882, Art. 13 and Annex V',
    pages: ['accessibility'],
  },
  {
    name: 'who runs the shop',
    source: 'Directive 2000/31/EC, Art. 5',
    pages: ['imprint'],
  },
  {
    name: 'no link to the platform for online disputes, which is gone',
    source: 'Regulation (EU) 2024/3228',
  },
  {
    name: 'main parameters of the ranking beside the choice of order',
    source: 'Directive 2011/83/EU, Art. 6a (1) (a); UWG § 5b (2); Regulation (EU) 2019/1150, Art. 5',
    pages: ['category'],
  },
  {
    name: 'main parameters of the ranking above the offers',
    source: 'Directive 2011/83/EU, Art. 6a (1) (a); UWG § 5b (2)',
    pages: articles,
  },
  {
    name: 'main parameters of the ranking beside what a search has found',
    source: 'Directive 2011/83/EU, Art. 6a (1) (a); Directive 2005/29/EC, Art. 7 (4a); UWG § 5b (2)',
    pages: ['search', 'partNumber'],
  },
  {
    name: 'paid places, and whether they exist',
    source: 'Directive 2005/29/EC, Annex I No. 11a',
    pages: ['ranking'],
  },
  {
    name: 'whether reviews are checked',
    source: 'Directive 2005/29/EC, Art. 7 (6); UWG § 5b (3)',
    pages: [...articles, 'shop'],
  },
  {
    name: 'whether opinions about the shop itself are checked',
    source: 'Directive 2005/29/EC, Art. 7 (6); UWG § 5b (3)',
    pages: ['home'],
  },
  {
    name: 'bodies that settle disputes out of court',
    source: {
      'de-DE': 'VSBG § 36',
      'de-AT': 'AStG § 19',
      'es-ES': 'Ley 7/2017, art. 40',
      'fr-FR': 'Code de la consommation, art. L. 616-1',
      'it-IT': 'Codice del consumo, art. 141-sexies',
      'nl-NL': 'Implementatiewet buitengerechtelijke geschillenbeslechting consumenten, art. 15',
    },
    pages: ['imprint'],
  },
  {
    name: 'boxed notice of the legal guarantees, and the mediator of the seller, in the seller’s terms',
    source: 'Code de la consommation, annexe à l’art. D. 211-2; art. L. 616-1',
    since: '2022-10-01',
    unread: {
      on: '2026-11-22',
      known: {
        'fr-FR':
          'The text of the box is that of décret 2022-946 as three independent sellers print it. Whether it survives beside the notice of the Union is open.',
      },
    },
    pages: ['shopTerms'],
    editions: ['fr-FR'],
  },
  {
    name: 'registers and tax numbers of who runs the shop',
    source: 'DDG § 5; ECG § 5; LSSI art. 10; LCEN art. 1-1; d.lgs. 70/2003, art. 7; BW art. 3:15d',
    pages: ['imprint'],
  },
  {
    name: 'refusing is as near as allowing',
    source: 'Regulation (EU) 2016/679 (GDPR), Art. 7; TDDDG § 25; Directive 2002/58/EC, Art. 5 (3)',
    pages: ['consent'],
  },
  {
    name: 'consent is taken back where it was given, at any time',
    source: 'Regulation (EU) 2016/679 (GDPR), Art. 7 (3)',
    pages: ['consent'],
  },
] as const satisfies readonly ComplianceRule[];
