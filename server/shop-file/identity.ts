import { z } from 'zod';
import type { Locale } from '../contract/locales.js';
import duties from './duties.json' with { type: 'json' };
import { namedValues } from './named-values.js';

/** What pages may say about who runs the shop; each is a text in the language of its edition. */
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
/** Null: there is none, which is an answer; left out: not told yet. */
export type Identity = Readonly<Partial<Record<IdentityField, string | null>>>;

const told = z
  .string({ message: 'must be a text, or null if it does not exist' })
  .trim()
  .min(1, 'is empty; write null if it does not exist')
  .max(600, 'must have at most 600 characters')
  // Brackets and braces are the marks of links and gaps in the texts around.
  .refine((text) => !/[[\]{}\n\r]/.test(text), 'must be one line without square brackets and braces');

/** Who runs the shop, or what an edition says of it otherwise. */
export const identitySchema = namedValues(identityFields, told.nullable()).superRefine((identity, { addIssue }) => {
  for (const field of ['email', 'certifiedEmail'] as const) {
    const value = identity[field];
    if (typeof value === 'string' && !/^[^\s@<>()"]+@[^\s@<>()"]+\.[^\s@<>()"]+$/.test(value))
      addIssue({ code: 'custom', path: [field], message: 'must be an e-mail address' });
  }
});

/** Fields that an edition has to tell, with the act that asks for each. */
export type Duties = Readonly<Partial<Record<IdentityField, string>>>;

const { common, own }: { common: Duties; own: Readonly<Record<Locale, Duties>> } = duties;
/** Nobody is free of these: null is no answer. */
const always: readonly IdentityField[] = ['company', 'address', 'email', 'phone', 'processors', 'mediator', 'host'];

/** Who runs the shop stands on these; where the imprint is elsewhere, only they are wanted here. */
const wantedBesides: readonly IdentityField[] = ['company', 'address', 'email', 'phone'];

/**
 * What the law of an edition's country wants told and is not yet, with the act that asks for it.
 * @param pages addresses of pages that are elsewhere, by `edition:page`
 */
export function missingDuties(
  locale: Locale,
  identity: Identity,
  pages: ReadonlyMap<string, string>,
): { field: IdentityField; act: string }[] {
  const wanted: Duties = { ...common, ...own[locale] };
  const isElsewhere = (field: IdentityField): boolean =>
    field === 'processors'
      ? pages.has(`${locale}:privacy`)
      : pages.has(`${locale}:imprint`) && !wantedBesides.includes(field);
  return identityFields.flatMap((field) => {
    const act = wanted[field];
    const value = identity[field];
    const isTold = typeof value === 'string' || (value === null && !always.includes(field));
    return act === undefined || isTold || isElsewhere(field) ? [] : [{ field, act }];
  });
}
