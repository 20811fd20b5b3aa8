import type { Language } from '../../contract/languages.js';

/** One word in the five languages of the catalogue. */
export type Words = Readonly<Record<Language, string>>;

export const words = (de: string, fr: string, es: string, it: string, nl: string): Words => ({ de, fr, es, it, nl });
