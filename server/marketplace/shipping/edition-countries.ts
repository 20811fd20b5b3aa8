/** Countries that have cheapest offers of their own (D62), as their rows are ordered. */
export const editionCountries = ['AT', 'DE', 'ES', 'FR', 'IT', 'NL'] as const;

/** Whether the best offers to a country are kept; to others they are worked out when a list asks for them (D62). */
export const isPrecomputed = (country: string): boolean => editionCountries.some((each) => each === country);
