import { articles, type ComplianceRule } from './compliance-rule.js';

/** Compliance rules about prices: total price, delivery costs, reference prices. */
export const priceRules = [
  {
    name: 'prices with VAT, and who sells',
    source: 'Directive 98/6/EC, Art. 2; PAngV § 3 and § 6; PrAG § 9',
  },
  {
    name: 'prices of lists include VAT and shipping to the country named',
    source: 'PAngV § 6 (1); Directive 2005/29/EC, Art. 7 (4) (c)',
    pages: ['home', 'category', 'fluids', 'shop', 'search', 'partNumber'],
  },
  {
    name: 'total with delivery and shipping beside it, before anything is put into the cart',
    source: 'Directive 2011/83/EU, Art. 6 (1) (e); PAngV § 6 (2)',
    pages: articles,
  },
  {
    name: 'delivery time of each offer',
    source: 'Directive 2011/83/EU, Art. 6 (1) (g)',
    pages: articles,
  },
  {
    name: 'cost of returning, and how long that is possible',
    source: 'Directive 2011/83/EU, Art. 6 (1) (h) and (i)',
    pages: articles,
  },
  {
    name: 'deposit beside the price, never in it',
    source: 'PAngV § 7; CJEU C-543/21',
    pages: ['depositArticle'],
  },
  {
    name: 'deposit on starter batteries, and that old ones are taken back',
    source: 'BattDG § 19',
    pages: ['batteryArticle'],
    editions: ['de-DE'],
  },
  {
    name: 'price per litre or kilogram',
    source: 'Directive 98/6/EC, Art. 3; PAngV § 4',
    pages: ['measuredArticle'],
  },
  {
    name: 'price per litre in lists that compare',
    source: 'Directive 98/6/EC, Art. 3; PAngV § 4',
    pages: ['fluids'],
  },
  {
    name: 'customs, import VAT and charges where goods cross the border of the Union',
    source: 'Directive 2011/83/EU, Art. 6 (1) (e); Regulation (EU) 952/2013',
    pages: ['abroadArticle', 'abroadCart'],
  },
  {
    name: 'lowest price of the last 30 days beside a reduced one',
    source: 'Directive 98/6/EC, Art. 6a; PAngV § 11; CJEU C-330/23',
    pages: ['reducedArticle'],
  },
  {
    name: 'a saving is claimed with its reference price',
    source: 'UWG § 5; Directive 2005/29/EC, Art. 6 (1) (d); Directive 98/6/EC, Art. 6a; CJEU C-330/23',
    pages: ['home'],
  },
] as const satisfies readonly ComplianceRule[];
