/**
 * Standard rates of value added tax in per cent, of the countries of the editions. Goods sold at a distance to consumers are
 * taxed where they arrive (Directive 2006/112/EC, Art. 33); no reduced rate is of parts of vehicles. A shop below the
 * threshold of Art. 59c charges the rate of its own country, which its invoice tells.
 */
const standardRates: Readonly<Record<string, number>> = { AT: 20, DE: 19, ES: 21, FR: 20, IT: 22, NL: 21 };

/** The standard rate where goods arrive, in per cent; null where it is not known here. */
export const standardVat = (country: string): number | null => standardRates[country] ?? null;
