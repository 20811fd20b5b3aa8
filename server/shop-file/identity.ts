import { z } from 'zod';
import type { Locale } from '../contract/locales.js';
import duties from './duties.json' with { type: 'json' };
import { namedValues } from './shop-file-content.js';

/** Facts about the operator of the shop, each a text in the language of its edition. */
export const identityFields = [
  'company',
  'address',
  'email',
  'phone',
  'hours',
  'representedBy',
  'register',
  'vatId',
  'capital',
  'responsible',
  'host',
  'mediator',
  'dispute',
  'certifiedEmail',
  'purpose',
  'authority',
  'ownership',
  'dataProtectionOfficer',
  'processors',
  'press',
  'complaintForms',
  'audit',
  'rewards',
  'commission',
  'vacancies',
] as const;
export type IdentityField = (typeof identityFields)[number];
/** Null = the operator has none; missing = the operator has not answered yet. */
export type Identity = Readonly<Partial<Record<IdentityField, string | null>>>;

const fact = z
  .string({ message: 'must be a text, or null if it does not exist' })
  .trim()
  .min(1, 'is empty; write null if it does not exist')
  .max(600, 'must have at most 600 characters')
  // The surrounding texts use brackets and braces for links and places.
  .refine((text) => !/[[\]{}\n\r]/.test(text), 'must be one line without square brackets and braces');

export const identitySchema = namedValues(identityFields, fact.nullable()).superRefine((identity, { addIssue }) => {
  for (const field of ['email', 'certifiedEmail'] as const) {
    const value = identity[field];
    if (typeof value === 'string' && !/^[^\s@<>()"]+@[^\s@<>()"]+\.[^\s@<>()"]+$/.test(value))
      addIssue({ code: 'custom', path: [field], message: 'must be an e-mail address' });
  }
});

/** Required fields of an edition, with the act that requires each. */
export type Duties = Readonly<Partial<Record<IdentityField, string>>>;

const { common, own }: { common: Duties; own: Readonly<Record<Locale, Duties>> } = duties;
/** Every operator has these: null is no answer. */
const always: readonly IdentityField[] = ['company', 'address', 'email', 'phone', 'processors', 'mediator', 'host'];

/** Fields that are required even if the imprint is on another site. */
const requiredBesides: readonly IdentityField[] = ['company', 'address', 'email', 'phone'];

/**
 * Missing fields that the law of an edition's country requires, with the act.
 * @param pages addresses of pages on other sites, by `edition:page`
 */
export function missingDuties(
  locale: Locale,
  identity: Identity,
  pages: ReadonlyMap<string, string>,
): { field: IdentityField; act: string }[] {
  const required: Duties = { ...common, ...own[locale] };
  const isElsewhere = (field: IdentityField): boolean =>
    field === 'processors'
      ? pages.has(`${locale}:privacy`)
      : pages.has(`${locale}:imprint`) && !requiredBesides.includes(field);
  return identityFields.flatMap((field) => {
    const act = required[field];
    const value = identity[field];
    const isAnswered = typeof value === 'string' || (value === null && !always.includes(field));
    return act === undefined || isAnswered || isElsewhere(field) ? [] : [{ field, act }];
  });
}
