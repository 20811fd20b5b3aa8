import rates from './vat-rates.json' with { type: 'json' };

/**
 * VAT class of a product. `reduced` is the rate of books, such as printed manuals. No other goods for vehicles have a
 * reduced rate in all countries of the editions.
 */
export const taxClasses = ['standard', 'reduced', 'zero'] as const;
export type TaxClass = (typeof taxClasses)[number];

/**
 * VAT rates in per cent in the countries of the editions. Distance sales to consumers are taxed where goods arrive
 * (Directive 2006/112/EC, Art. 33); `reduced` is the rate of Annex III, point 6. A shop below the threshold of Art. 59c
 * charges its own country's rate.
 */
export const vatRates: Readonly<Record<string, Readonly<Record<TaxClass, number>>>> = rates;

/** Returns the rate of a class in a delivery country, in per cent; null if it is not in the table. */
export const vatRate = (country: string, taxClass: TaxClass): number | null => vatRates[country]?.[taxClass] ?? null;
