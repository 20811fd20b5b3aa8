import { z } from 'zod';
import { languages } from './languages.js';

/**
 * Texts that an operator may override, by their subject, with the most characters of each. Names of shops are the same
 * in all languages; their terms and policies are in the shop's own, as HTML.
 */
export const overridableTexts = {
  category: { title: 120, singleTitle: 120, description: 5000, seoText: 20_000 },
  product: { title: 200 },
  shop: { name: 80, terms: 200_000, policy: 200_000 },
} as const;
export type TextOverrideKind = keyof typeof overridableTexts;
export const textOverrideKinds = ['category', 'product', 'shop'] as const satisfies readonly TextOverrideKind[];
/** Fields with markup, which is cleaned as that of feeds. */
export const isMarkup = (field: string): boolean => field === 'terms' || field === 'policy';

/** The most characters of a text; null where there is no such text. */
export function longestText(kind: TextOverrideKind, field: string): number | null {
  const fields: Readonly<Record<string, number>> = overridableTexts[kind];
  return Object.hasOwn(fields, field) ? (fields[field] ?? null) : null;
}

/** Language of a text; empty where it is the same in all. */
export const textOverrideLanguage = z.enum([...languages, '']);
export type TextOverrideLanguage = z.output<typeof textOverrideLanguage>;
/** The languages in which the texts of something stand. */
export const languagesOf = (kind: TextOverrideKind): readonly TextOverrideLanguage[] =>
  kind === 'shop' ? [''] : languages;

/** Subject of a text. */
export const textOverrideSubject = { kind: z.enum(textOverrideKinds), id: z.int().positive() };
const given = { field: z.string().max(20), language: textOverrideLanguage };
const count = z.number().int().min(0);

const subject = z.object({
  ...textOverrideSubject,
  name: z.string(),
  /** Distinguishes subjects of the same name: brand and number of a product, or the parent category. */
  detail: z.string(),
});
export type OverridableSubject = z.output<typeof subject>;

/** Subjects that were found, and those with a corrected text, the last changed first. */
export const consoleTexts = z.object({
  found: z.array(subject),
  corrected: z.array(subject.extend({ changedAt: z.string(), texts: count })),
});
export type ConsoleTexts = z.output<typeof consoleTexts>;

/** All texts of one subject. */
export const consoleText = subject.extend({
  /** Whether the shop shows all that was corrected. */
  isServed: z.boolean(),
  texts: z.array(
    z.object({
      ...given,
      /** As it was imported; empty = it is composed by the shop. */
      imported: z.string(),
      corrected: z.string().nullable(),
    }),
  ),
});
export type ConsoleText = z.output<typeof consoleText>;

/** A text that replaces the imported one; null = the imported one again. */
export const wantedText = z.object({ ...given, text: z.string().max(200_000).nullable() });
export type WantedText = z.output<typeof wantedText>;
/** How many texts are others now. */
export const consoleCorrected = z.object({ changed: count });
