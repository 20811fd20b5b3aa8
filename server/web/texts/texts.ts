import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Request, RequestHandler } from 'express';
import { createInstance } from 'i18next';
import { LanguageDetector } from 'i18next-http-middleware';
import type { Formats, Translate } from '../../../views/formats.js';
import { allEditions, type Edition } from '../routes/editions.js';
import { createFormats } from './formats.js';

export interface Translator {
  t: Translate;
  format: Formats;
}
export interface Texts {
  /** Middleware that sets Content-Language. */
  middleware: RequestHandler;
  /** Returns the texts that all editions of a language share. */
  inLanguage(language: Edition['language']): Translate;
  of(edition: Edition): Translator;
}

type Values = Readonly<Record<string, unknown>>;
/** A text split at its placeholders: literals and names in turn. */
type Template = readonly string[];

/** @param text of `locales/`; its placeholders are plain names */
const cut = (text: string): Template => text.split(/\{\{\s*(\w+)\s*\}\}/);

/** Called for a text without the value of a placeholder. */
export type OnIncomplete = (key: string, placeholder: string) => void;

/** Throws, because a missing value is a programming error. */
const refuse: OnIncomplete = (key, placeholder) => {
  throw new TypeError(`no value for {{${placeholder}}} of ${key}`);
};

function filled(template: Template, values: Values, onMissing: (placeholder: string) => void): string {
  let text = template[0] ?? '';
  for (let i = 1; i < template.length; i += 2) {
    const value = values[template[i] as string];
    if (value === undefined || value === null) onMissing(template[i] as string);
    text += `${value ?? ''}${template[i + 1]}`;
  }
  return text;
}

/** Returns a translation that looks up each text once per plural form, because tables need it in every row. */
function remembering(t: Translate, language: string, onIncomplete: OnIncomplete): Translate {
  const look = t as unknown as (key: string, options: Values) => unknown;
  const plural = new Intl.PluralRules(language);
  const known = new Map<string, { text: string; template: Template }>();
  const remembered = (key: string, values: Values = {}): string => {
    // A caller that passes a default wants to know whether the text exists.
    if ('defaultValue' in values) return String(look(key, values));
    const { count } = values;
    // i18next has a separate form for zero in some languages.
    const form = typeof count !== 'number' ? '' : count === 0 ? ' 0' : ` ${plural.select(count)}`;
    const name = key + form;
    let found = known.get(name);
    if (!found) {
      const text = String(look(key, { count, skipInterpolation: true }));
      found = { text, template: cut(text) };
      known.set(name, found);
    }
    // The browser fills these placeholders.
    if ('skipInterpolation' in values) return found.text;
    return filled(found.template, values, (placeholder) => onIncomplete(key, placeholder));
  };
  return remembered as unknown as Translate;
}

/** Returns the folder of all texts, beside the bundle or at the top of the sources. */
export function textFolder(): string {
  const folders = ['./locales', '../../../locales'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return folders.find((folder) => existsSync(folder)) ?? '';
}

/** The language that a folder of overrides extends. */
const overridden: Readonly<Record<string, string>> = { 'de-AT': 'de' };

/** Makes the texts. The edition decides the language, never a cookie. @param onIncomplete called once for each gap */
export function createTexts(
  editionOfRequest: (request: Request) => Edition,
  onIncomplete: OnIncomplete = refuse,
): Texts {
  const folder = textFolder();
  const reported = new Set<string>();
  const report: OnIncomplete = (key, placeholder) => {
    const name = `${key} ${placeholder}`;
    if (reported.has(name)) return;
    onIncomplete(key, placeholder);
    reported.add(name);
  };
  const i18n = createInstance();
  const order = ['edition'];
  const detector = new LanguageDetector(null, { order, caches: [] });
  detector.addDetector({ name: 'edition', lookup: (request) => editionOfRequest(request as Request).texts });
  i18n.use(detector).init({
    initAsync: false,
    resources: {},
    supportedLngs: allEditions.map(({ texts }) => texts),
    load: 'currentOnly',
    fallbackLng: (language) => overridden[language] ?? [],
    ns: readdirSync(join(folder, 'de')).map((file) => basename(file, '.json')),
    defaultNS: 'meta',
    // A cookie of the middleware would end shared caching.
    detection: { order, caches: [] },
    // React already escapes values.
    interpolation: { escapeValue: false },
    missingInterpolationHandler(text, [, placeholder = '']) {
      report(text, placeholder);
      return '';
    },
    returnNull: false,
  });
  function read(language: string): void {
    for (const file of readdirSync(join(folder, language))) {
      const texts: unknown = JSON.parse(readFileSync(join(folder, language, file), 'utf8'));
      i18n.addResourceBundle(language, basename(file, '.json'), texts);
    }
  }
  const translators = new Map<Edition, Translator>();
  const tags = new Map<Edition, string>();
  const all: Texts = {
    // The package's own `handle` makes an instance per request, a tenth of a page's cost. Pages use `of`.
    middleware(request, response, next) {
      const edition = editionOfRequest(request);
      let tag = tags.get(edition);
      if (tag === undefined) {
        tag = String(detector.detect(request, response, order));
        tags.set(edition, tag);
      }
      response.setHeader('Content-Language', tag);
      next();
    },
    // `Intl` objects are expensive, so an edition gets its own with its first page.
    of(edition) {
      const known = translators.get(edition);
      if (known) return known;
      for (const language of [edition.texts, overridden[edition.texts]]) if (language) read(language);
      const t = remembering(i18n.getFixedT(edition.texts), edition.texts, report);
      const made = { t, format: createFormats(edition, t) };
      translators.set(edition, made);
      return made;
    },
    inLanguage: (language) => all.of(allEditions.find(({ texts }) => texts === language) as Edition).t,
  };
  return all;
}
