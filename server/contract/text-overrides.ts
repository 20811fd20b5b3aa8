import { z } from 'zod';
import { languages } from './languages.js';

/**
 * Texts that an operator may override, by subject, with their most characters. Shop names are the same in all
 * languages. Terms and policies are HTML in the shop's language.
 */
export const overridableTexts = {
  category: { title: 120, singleTitle: 120, description: 5000, seoText: 20_000 },
  product: { title: 200 },
  shop: { name: 80, terms: 200_000, policy: 200_000 },
} as const;
export type TextOverrideKind = keyof typeof overridableTexts;
export const textOverrideKinds = ['category', 'product', 'shop'] as const satisfies readonly TextOverrideKind[];
/** Returns whether a field has markup, which is sanitised like that of feeds. */
export const isMarkup = (field: string): boolean => field === 'terms' || field === 'policy';

/** Returns the most characters of a text; null if there is no such text. */
export function longestText(kind: TextOverrideKind, field: string): number | null {
  const fields: Readonly<Record<string, number>> = overridableTexts[kind];
  return Object.hasOwn(fields, field) ? (fields[field] ?? null) : null;
}

/** Language of a text; empty for all languages. */
export const textOverrideLanguage = z.enum([...languages, '']);
export type TextOverrideLanguage = z.output<typeof textOverrideLanguage>;
/** Returns the languages of a subject's texts. */
export const languagesOf = (kind: TextOverrideKind): readonly TextOverrideLanguage[] =>
  kind === 'shop' ? [''] : languages;

export const textOverrideSubject = { kind: z.enum(textOverrideKinds), id: z.int().positive() };
const given = { field: z.string().max(20), language: textOverrideLanguage };
const count = z.number().int().min(0);

const subject = z.object({
  ...textOverrideSubject,
  name: z.string(),
  /** Brand and number of a product, or parent of a category, because names may be equal. */
  detail: z.string(),
});
export type OverridableSubject = z.output<typeof subject>;

/** Found subjects, and subjects with overrides, the last changed first. */
export const consoleTexts = z.object({
  found: z.array(subject),
  corrected: z.array(subject.extend({ changedAt: z.string(), texts: count })),
});
export type ConsoleTexts = z.output<typeof consoleTexts>;

export const consoleText = subject.extend({
  /** The shop shows all overrides. */
  isServed: z.boolean(),
  texts: z.array(
    z.object({
      ...given,
      /** Imported text; empty if the shop composes it. */
      imported: z.string(),
      corrected: z.string().nullable(),
    }),
  ),
});
export type ConsoleText = z.output<typeof consoleText>;

/** A text that replaces the imported one; null removes the override. */
export const wantedText = z.object({ ...given, text: z.string().max(200_000).nullable() });
export type WantedText = z.output<typeof wantedText>;
/** Number of changed texts. */
export const consoleCorrected = z.object({ changed: count });
