/** Languages of the catalogue's texts. */
export const languages = ['de', 'fr', 'es', 'it', 'nl'] as const;
export type Language = (typeof languages)[number];

export const inLanguages = <T>(valueIn: (language: Language) => T): Record<Language, T> => ({
  de: valueIn('de'),
  fr: valueIn('fr'),
  es: valueIn('es'),
  it: valueIn('it'),
  nl: valueIn('nl'),
});
