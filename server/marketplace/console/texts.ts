import type { Locale } from '../../contract/locales.js';
import type { Request } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import {
  type ConsoleText,
  type ConsoleTexts,
  isMarkup,
  languagesOf,
  longestText,
  type OverridableSubject,
  overridableTexts,
  type TextOverrideKind,
  type TextOverrideLanguage,
  textOverrideKinds,
  type WantedText,
} from '../../contract/text-overrides.js';
import { parseTexts } from '../catalogue-texts/texts.js';
import type { Generation } from '../generation/generation.js';
import type { StateDb } from '../state/state-store.js';
import { transact } from '../state/transact.js';
import { findSubjects, subjectsOf } from './find-subjects.js';
import type { Operator } from './sessions.js';

/** Most corrected subjects that a page shows. */
const shown = 200;

/** Returns the subjects that a search finds, and those with text overrides. */
export async function textsOf(
  db: StateDb,
  generation: Generation,
  { query, locale }: { query: string; locale: Locale },
): Promise<ConsoleTexts> {
  const rows = await db
    .selectFrom('correction')
    .select([
      'kind',
      'subject',
      ({ fn }) => fn.max('changed_at').as('changedAt'),
      ({ fn }) => fn.countAll<number>().as('texts'),
    ])
    .groupBy(['kind', 'subject'])
    .orderBy('changedAt', 'desc')
    .limit(shown)
    .execute();
  const named = new Map<string, OverridableSubject>();
  for (const kind of textOverrideKinds) {
    const ids = rows.filter((row) => row.kind === kind).map(({ subject }) => subject);
    for (const each of await subjectsOf(generation, kind, ids, locale)) named.set(`${kind} ${each.id}`, each);
  }
  return {
    found: await findSubjects(generation, query, locale),
    corrected: rows.map(({ kind, subject, changedAt, texts }) => ({
      // The name is unknown while the catalogue lacks the subject, which may return.
      ...(named.get(`${kind} ${subject}`) ?? { kind, id: subject, name: `${kind} ${subject}`, detail: '' }),
      changedAt,
      texts: Number(texts),
    })),
  };
}

type Imported = Readonly<Record<string, Partial<Record<TextOverrideLanguage, string>>>>;

/** Returns the imported texts by field and language; empty without any. */
async function importedOf(generation: Generation, kind: TextOverrideKind, id: number): Promise<Imported> {
  const { db, offers, categories } = generation;
  if (kind === 'category') {
    const rows = await db.selectFrom('category_text').selectAll().where('category_id', '=', id).execute();
    const by = (column: 'description' | 'seo_text') =>
      Object.fromEntries(rows.map((row) => [row.language, row[column]]));
    const names = Object.entries(categories.all.get(id)?.imported ?? {});
    return {
      title: Object.fromEntries(names.map(([language, { title }]) => [language, title])),
      singleTitle: Object.fromEntries(names.map(([language, { single_title }]) => [language, single_title])),
      description: by('description'),
      seoText: by('seo_text'),
    };
  }
  if (kind === 'product') {
    const row = await db.selectFrom('product').select('title').where('id', '=', id).executeTakeFirst();
    return { title: row?.title ? parseTexts(row.title) : {} };
  }
  const row = await offers.db
    .selectFrom('shop')
    .select(['name', 'terms', 'policy'])
    .where('id', '=', id)
    .executeTakeFirst();
  return Object.fromEntries(Object.entries(row ?? {}).map(([field, text]) => [field, { '': text }]));
}

/**
 * Returns all texts of one subject, in all languages.
 * @param isServed whether the shop already shows the overrides
 * @throws ProblemError `not_found`
 */
export async function textOf(
  db: StateDb,
  generation: Generation,
  { kind, id, locale }: Pick<Request<'consoleText'>, 'kind' | 'id' | 'locale'>,
  isServed: boolean,
): Promise<ConsoleText> {
  const [subject] = await subjectsOf(generation, kind, [id], locale);
  if (!subject) throw new ProblemError('not_found', 'nothing of that number');
  const imported = await importedOf(generation, kind, id);
  const rows = await db
    .selectFrom('correction')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject', '=', id)
    .execute();
  const texts = Object.keys(overridableTexts[kind]).flatMap((field) =>
    languagesOf(kind).map((language) => ({
      field,
      language,
      imported: imported[field]?.[language] ?? '',
      corrected: rows.find((row) => row.field === field && row.language === language)?.text ?? null,
    })),
  );
  return { ...subject, isServed, texts };
}

/** Removes invisible characters. Markup keeps its line breaks. */
const tidy = (field: string, text: string): string => {
  const plain = text.normalize('NFC').replaceAll('\r\n', '\n');
  return isMarkup(field) ? plain.trim() : plain.replace(/[\s\p{Cc}]+/gu, ' ').trim();
};

/** @throws ProblemError `invalid` for an unknown field, or a text that is too long */
function checked(kind: TextOverrideKind, { field, language, text }: WantedText): WantedText {
  const longest = longestText(kind, field);
  if (longest === null || !languagesOf(kind).includes(language)) throw new ProblemError('invalid', 'no such text');
  const tidied = text === null ? '' : tidy(field, text);
  if (tidied.length > longest) throw new ProblemError('invalid', `${field} is longer than ${longest} characters`);
  return { field, language, text: tidied === '' ? null : tidied };
}

/**
 * Stores overrides of imported texts. An empty text, or one equal to the imported one, removes the override. The audit
 * trail names each changed subject.
 * @returns how many texts have changed
 * @throws ProblemError `not_found`, `invalid`
 */
export async function correctTexts(
  db: StateDb,
  generation: Generation,
  operator: Operator,
  { kind, id, texts, locale }: Pick<Request<'consoleCorrect'>, 'kind' | 'id' | 'texts' | 'locale'>,
  now: Date,
): Promise<number> {
  if ((await subjectsOf(generation, kind, [id], locale)).length === 0)
    throw new ProblemError('not_found', 'nothing of that number');
  const imported = await importedOf(generation, kind, id);
  const wanted = texts.map((each) => {
    const text = checked(kind, each);
    return text.text === tidy(text.field, imported[text.field]?.[text.language] ?? '') ? { ...text, text: null } : text;
  });
  return transact(db, async (tx) => {
    const known = await tx
      .selectFrom('correction')
      .selectAll()
      .where('kind', '=', kind)
      .where('subject', '=', id)
      .execute();
    const before = ({ field, language }: WantedText): string | null =>
      known.find((row) => row.field === field && row.language === language)?.text ?? null;
    const changed = wanted.filter((each) => before(each) !== each.text);
    for (const { field, language, text } of changed) {
      const row = { kind, subject: id, field, language };
      await tx
        .deleteFrom('correction')
        .where('kind', '=', kind)
        .where('subject', '=', id)
        .where('field', '=', field)
        .where('language', '=', language)
        .execute();
      if (text !== null)
        await tx
          .insertInto('correction')
          .values({ ...row, text, changed_at: now.toISOString() })
          .execute();
    }
    for (const event of ['text_corrected', 'text_restored'] as const) {
      const ofEvent = changed.filter(({ text }) => (text === null) === (event === 'text_restored'));
      const names = ofEvent.map(({ field, language }) => `${field}${language && ` ${language}`}`);
      if (names.length > 0) await operator.note(tx, { event, what: `${kind} ${id}: ${names.join(', ')}` });
    }
    return changed.length;
  });
}
