/** Countries with stored best offers (D62), in the order of their columns. */
export const editionCountries = ['AT', 'DE', 'ES', 'FR', 'IT', 'NL'] as const;

/** Returns whether best offers to a country are stored; others are computed on demand (D62). */
export const isPrecomputed = (country: string): boolean => editionCountries.some((each) => each === country);
