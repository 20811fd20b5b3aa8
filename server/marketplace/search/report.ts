import { sql } from 'kysely';
import { encodeFilters } from '../../contract/filters.js';
import type { Locale } from '../../contract/locales.js';
import type { Wire } from '../../contract/operations/handler-types.js';
import { editionCountry, languageOf } from '../catalogue-texts/texts.js';
import type { Generation } from '../generation/generation.js';
import { contextVehicle } from '../vehicles/context.js';
import type { SearchResult } from './find.js';
import { norm } from './words/search-terms.js';
import { carPieces } from './words/vehicle-terms.js';
import { type Passage, without, wordsOf } from './words/written-words.js';

type ReadingWire = Wire<'fullText'>['reading'];
type NoteWire = ReadingWire['notes'][number];

/** Describes how the search read the words. */
export function reportReading(found: SearchResult, locale: Locale): ReadingWire {
  const { reading, narrowed, text } = found;
  const { structure } = reading;
  const isNarrow = narrowed !== null && narrowed.products.length > 0;
  const used = isNarrow ? narrowed.used : [];
  const near = isNarrow ? narrowed.missing.filter(({ values }) => values.length > 0) : [];
  const cheap = structure?.cheap ?? [];
  const rest = without(text, [...used.flatMap((passage) => passagesIn(found, passage)), ...near, ...cheap]);
  return {
    f: isNarrow ? encodeFilters([...narrowed.chosen].map(([key, values]) => ({ key, values: [...values] }))) : '',
    // If all words became filters, the common name of the parts is the rest.
    rest: spoken(used.length + near.length > 0 && !/\p{L}/u.test(rest) ? restOf(found, locale) : rest || text, found),
    withoutCar: withoutCar(text, found),
    sort: cheap.length > 0 ? 'price' : null,
    hasEngine: reading.scope.models.length > 0,
    notes: notesOf(found, text).map((note) => ({ ...note, text: spoken(note.text, found) })),
  };
}

/** Writes approvals as people do. */
const spoken = (read: string, { approvals }: SearchResult): string =>
  read.replace(/\p{L}+/gu, (word) => approvals.get(word)?.approval ?? word);

/** Returns the words for sides that became filters; others may belong to a name such as `Blinkleuchte vorn links`. */
function passagesIn({ reading, narrowed }: SearchResult, passage: Passage): Passage[] {
  const words = (reading.structure?.positions ?? []).filter(({ from, to }) => from >= passage.from && to <= passage.to);
  if (words.length === 0) return [passage];
  const chosen = [...(narrowed?.chosen.get('place') ?? []), ...(narrowed?.chosen.get('side') ?? [])];
  const isChosen = (side: string) => chosen.some((place) => place.split('-').includes(side));
  return words.filter(({ sides }) => sides.some(isChosen)).map((word) => ({ ...word, text: word.plain }));
}

/** Returns the common name of the leaves. */
function restOf({ narrowed, groups }: SearchResult, locale: Locale): string {
  const language = languageOf(locale);
  const leaves = narrowed?.leaves ?? [];
  const [first] = leaves;
  const common =
    leaves.length === 1 ? first : leaves.every(({ parent }) => parent === first?.parent) ? first?.parent : first;
  return common?.texts[language].title ?? groups.specific[0]?.title ?? '';
}

/** Returns the text without the words that name a car; null if there is no car. */
function withoutCar(text: string, found: SearchResult): string | null {
  const { reading } = found;
  const { vehicles, scope } = reading;
  if (vehicles.length === 0 || scope.context.type === null) return null;
  const details = reading.structure?.details ?? [];
  const isOfCar = (written: string) => carPieces(written).every((piece) => reading.carWords.has(piece));
  const words = (reading.structure?.words ?? []).filter(({ from, to }) => isOfCar(text.slice(from, to)));
  const left = without(text, [...words, ...details]);
  return left === text ? null : spoken(left, found);
}

/** Returns a word as the text spells it. */
const writtenAs = (plain: string, text: string): string => {
  const word = wordsOf(text).find((each) => each.plain === plain);
  return word ? text.slice(word.from, word.to) : plain;
};

function notesOf({ reading, narrowed }: SearchResult, text: string): NoteWire[] {
  const { structure, isWithinName } = reading;
  const note = (kind: NoteWire['kind'], words: string, values: readonly string[] = []): NoteWire => ({
    kind,
    text: words,
    values: [...values],
  });
  const isNamed = (passage: Passage, title: string) => norm(title).includes(norm(passage.text));
  const title = reading.categories[0]?.texts;
  const missing = (narrowed?.missing ?? []).filter(
    (passage) => !isWithinName && !Object.values(title ?? {}).some((each) => isNamed(passage, each.title)),
  );
  const unsold = structure?.brands.filter(({ id }) => id === null) ?? [];
  return [
    ...(reading.isSymptom ? [note('symptom', '')] : []),
    ...(reading.language ? [note('language', reading.language)] : []),
    ...(reading.similar.length > 0 ? [note('similar', '', reading.similar)] : []),
    ...unsold.map(({ name }) => note('unsold', name)),
    ...missing.map(({ text: words, values }) => note(values.length > 0 ? 'nearest' : 'missing', words, values)),
    ...(isWithinName ? [] : reading.missing.map(({ text: words }) => note('car', words))),
    // Corrected words have a note of their own.
    ...reading.unknown
      .filter((word) => !reading.spellingChanges.has(norm(word)))
      .map((word) => note('unknown', writtenAs(word, text))),
  ];
}

/** Returns the cars to choose from, most popular first: generations of a family, then all engines of one. */
export async function choicesOf(generation: Generation, { reading }: SearchResult, locale: Locale) {
  const { vehicles, isFamily, models } = reading;
  if (isFamily) return vehicles.flatMap((each) => contextVehicle(generation, each, locale) ?? []);
  const { rows } = await sql<{ id: string }>`select id from model
    where id in (select value from json_each(${JSON.stringify(models.map(({ id }) => id))}))
    order by popularity ->> ${editionCountry(locale)} desc, number`.execute(generation.db);
  const read = rows.flatMap(({ id }) => generation.vehicles.model(id) ?? []);
  return read.flatMap((model) => contextVehicle(generation, { type: 3, model }, locale) ?? []);
}
