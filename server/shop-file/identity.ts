import { z } from 'zod';
import type { Locale } from '../contract/locales.js';
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
  .string({ message: 'must be a text, or null where there is none' })
  .trim()
  .min(1, 'is empty; write null where there is none')
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

const common: Duties = {
  company: 'Directive 2000/31/EC, Art. 5',
  address: 'Directive 2000/31/EC, Art. 5',
  email: 'Directive 2000/31/EC, Art. 5',
  phone: 'Directive 2011/83/EU, Art. 6',
  representedBy: 'Directive 2000/31/EC, Art. 5, as countries have it',
  register: 'Directive 2000/31/EC, Art. 5',
  vatId: 'Directive 2000/31/EC, Art. 5',
  processors: 'Regulation (EU) 2016/679, Art. 13',
};
const own: Readonly<Record<Locale, Duties>> = {
  'de-DE': { responsible: 'MStV § 18 (2)', dispute: 'VSBG § 36' },
  'de-AT': {
    purpose: 'MedienG § 25',
    authority: 'ECG § 5',
    ownership: 'MedienG § 25',
    dispute: 'AStG § 19',
  },
  'es-ES': { dispute: 'Ley 7/2017, art. 40' },
  'fr-FR': {
    capital: 'LCEN art. 1-1',
    responsible: 'LCEN art. 1-1',
    host: 'LCEN art. 1-1',
    mediator: 'Code de la consommation, art. L. 616-1',
  },
  'it-IT': {
    capital: 'Codice civile, art. 2250',
    certifiedEmail: 'D.l. 185/2008, art. 16',
    dispute: 'Codice del consumo, art. 141-sexies',
  },
  'nl-NL': { dispute: 'Implementatiewet buitengerechtelijke geschillenbeslechting consumenten, art. 15' },
};
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
  const duties: Duties = { ...common, ...own[locale] };
  const isElsewhere = (field: IdentityField): boolean =>
    field === 'processors'
      ? pages.has(`${locale}:privacy`)
      : pages.has(`${locale}:imprint`) && !wantedBesides.includes(field);
  return identityFields.flatMap((field) => {
    const act = duties[field];
    const value = identity[field];
    const isTold = typeof value === 'string' || (value === null && !always.includes(field));
    return act === undefined || isTold || isElsewhere(field) ? [] : [{ field, act }];
  });
}
