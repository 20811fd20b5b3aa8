import type { DatabaseSync } from 'node:sqlite';
import { norm, termsOf } from './search-terms.js';

/**
 * Kinds of words about a car: its maker, name of a series, generation or body (`7`, `B6`, `E90`, `Variant`), model
 * (`320d`, `TDI`). `id` is the manufacturer for `make`, else the series page.
 */
export type VehicleTermKind = 'make' | 'name' | 'code' | 'model';
export interface VehicleTerm {
  word: string;
  kind: VehicleTermKind;
  id: number;
}

const romans = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];

/** Returns the spellings of a generation: `VII` and `7`. */
function generationsOf(word: string): string[] {
  const at = romans.indexOf(word);
  return at < 0 ? [word] : [word, String(at + 1)];
}

/**
 * Normalises names of series: `1.9TDI` becomes two words, `Mk2` a generation, `C-Klasse`, `Classe C` and `Série 3` one
 * word.
 */
export function joinedSeries(text: string): string {
  return norm(text)
    .replace(/\b(\d[.,]\d)(?=[a-z]{2})/g, '$1 ')
    .replace(/\bmk[\s-]?([1-9]|[ivx]{1,4})\b/g, '$1')
    .replace(/\b([a-z]{1,3})[\s-]?(?:klasse|class|classe|clase)\b/g, '$1klasse')
    .replace(/\b(?:klasse|class|classe|clase)[\s-]([a-z]{1,3})\b/g, '$1klasse')
    .replace(/\b([1-8])[\s-]?(?:er|serie|reeks)\b/g, '$1er')
    .replace(/\bserie[\s-]?([1-8])\b/g, '$1er');
}

/** Returns the pieces of a word that may name a car: `1.9TDI` has two. */
export const carPieces = (written: string): string[] =>
  joinedSeries(written)
    .split(/\s+/)
    .map((piece) => termsOf(piece).join(''));

/** Returns a name as one word and word by word. */
function spellingsOf(name: string): Set<string> {
  const words = termsOf(joinedSeries(name));
  return new Set([words.join(''), ...words]);
}

/** Yields the words that name the cars of a catalogue. @param otherNames a maker's name and its synonyms per row */
export function* vehicleTerms(
  database: DatabaseSync,
  otherNames: readonly (readonly string[])[],
): Generator<VehicleTerm> {
  const makers = database.prepare('select id, name from manufacturer').all() as { id: number; name: string }[];
  for (const { id, name } of makers) {
    const others = otherNames.find(([first = '']) => norm(first) === norm(name)) ?? [];
    // The single words of a synonym such as `MG Motor` name no maker.
    const whole = others.map((other) => termsOf(joinedSeries(other)).join(''));
    const words = new Set([...spellingsOf(name), ...whole]);
    for (const word of words) if (word.length > 1) yield { word, kind: 'make', id };
  }
  const pages = database
    .prepare(
      `select page.id, page.name, family.name as family from series_page page
      left join series_family family on family.id = page.series_family_id`,
    )
    .all() as { id: number; name: string; family: string | null }[];
  for (const { id, name, family } of pages) {
    const own = spellingsOf(family ?? name);
    for (const word of own) if (word.length > 1 || own.size === 1) yield { word, kind: 'name', id };
    for (const word of termsOf(joinedSeries(name)).flatMap(generationsOf)) {
      if (!own.has(word)) yield { word, kind: 'code', id };
    }
  }
  const series = database.prepare('select series_page_id as id, name from series').iterate();
  for (const { id, name } of series as Iterable<unknown> as Iterable<{ id: number; name: string }>)
    for (const word of termsOf(name)) yield { word, kind: 'code', id };
  const models = database.prepare('select distinct series_page_id as id, name from model').iterate();
  for (const { id, name } of models as Iterable<unknown> as Iterable<{ id: number; name: string }>)
    for (const written of name.split(/\s+/)) {
      const word = termsOf(written).join('');
      if (word !== '') yield { word, kind: 'model', id };
    }
}
