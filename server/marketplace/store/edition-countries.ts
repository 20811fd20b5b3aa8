/** Countries that have cheapest offers of their own (D62), as their rows are ordered. */
export const editionCountries = ['AT', 'DE', 'ES', 'FR', 'IT', 'NL'] as const;
