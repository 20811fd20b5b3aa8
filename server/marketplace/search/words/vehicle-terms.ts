import type { DatabaseSync } from 'node:sqlite';
import { norm, termsOf } from './search-terms.js';

/**
 * What a word says about a car: its maker, what a series is called, which generation or body of it (`7`, `B6`, `E90`,
 * `Variant`), or a model of it (`320d`, `TDI`). `id` is that of the manufacturer for `make`, else of the series page.
 */
export type VehicleTermKind = 'make' | 'name' | 'code' | 'model';
export interface VehicleTerm {
  word: string;
  kind: VehicleTermKind;
  id: number;
}

const romans = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];

/** The generation of a series as people write it: `VII` and `7`. */
function generationsOf(word: string): string[] {
  const at = romans.indexOf(word);
  return at < 0 ? [word] : [word, String(at + 1)];
}

/**
 * `1.9TDI` is two words, `Mk2` a generation; `C-Klasse`, `Classe C` and `Clase C` are one word, so are `3er`, `Série 3`
 * and `3-serie`.
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

/** The pieces by which a written word may name a car: `1.9TDI` is two. */
export const carPieces = (written: string): string[] =>
  joinedSeries(written)
    .split(/\s+/)
    .map((piece) => termsOf(piece).join(''));

/** A name as one word and word by word. */
function spellingsOf(name: string): Set<string> {
  const words = termsOf(joinedSeries(name));
  return new Set([words.join(''), ...words]);
}

/** Words by which the cars of a catalogue are named. @param otherNames a maker's name and its other names per row */
export function* vehicleTerms(
  database: DatabaseSync,
  otherNames: readonly (readonly string[])[],
): Generator<VehicleTerm> {
  const makers = database.prepare('select id, name from manufacturer').all() as { id: number; name: string }[];
  for (const { id, name } of makers) {
    const others = otherNames.find(([first = '']) => norm(first) === norm(name)) ?? [];
    // Of another name in several words none says who it is: `MG Motor`.
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
