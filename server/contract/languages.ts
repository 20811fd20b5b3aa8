/** The languages that catalogue texts exist in. */
export const languages = ['de', 'fr', 'es', 'it', 'nl'] as const;
export type Language = (typeof languages)[number];
