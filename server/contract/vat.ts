import rates from './vat-rates.json' with { type: 'json' };

/**
 * Tax class of a product. `reduced` is the rate of books, which includes printed manuals. No other goods for vehicles
 * have a reduced rate in all countries of the editions.
 */
export const taxClasses = ['standard', 'reduced', 'zero'] as const;
export type TaxClass = (typeof taxClasses)[number];

/**
 * Rates of value added tax in per cent, of the countries of the editions. Goods sold at a distance to consumers are
 * taxed where they arrive (Directive 2006/112/EC, Art. 33); `reduced` is that country's rate of Annex III, point 6. A
 * shop below the threshold of Art. 59c charges the rate of its own country, which its invoice tells.
 */
export const vatRates: Readonly<Record<string, Readonly<Record<TaxClass, number>>>> = rates;

/** The rate of a class where goods arrive, in per cent; null where it is not known here. */
export const vatRate = (country: string, taxClass: TaxClass): number | null => vatRates[country]?.[taxClass] ?? null;
