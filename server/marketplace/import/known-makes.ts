import type { DatabaseSync } from 'node:sqlite';
import { nameKey } from '../offer-store/name-key.js';
import { type Make, readMakes } from '../vehicles/makes.js';

export interface KnownMake {
  readonly id: number;
  readonly name: string;
}

/** Makes of cars by all spellings: those of the catalogue, and those of lists, such as `VW` and `B.M.W.`. */
export class KnownMakes {
  readonly #own = new Map<string, KnownMake>();
  readonly #spellings: ReadonlyMap<string, Make>;

  constructor(database: DatabaseSync) {
    for (const { id, name } of database.prepare('select id, name from manufacturer').all())
      this.add({ id: Number(id), name: String(name) });
    this.#spellings = new Map([...readMakes()].map(([spelling, make]) => [nameKey(spelling), make]));
  }

  add(make: KnownMake): void {
    this.#own.set(nameKey(make.name), make);
  }

  /** Finds a make of the catalogue. */
  find(written: string): KnownMake | undefined {
    return this.#own.get(nameKey(written)) ?? this.#own.get(nameKey(this.#usual(written)?.name ?? ''));
  }

  /** Spells a make as the catalogue does, or as people do: lists have `FORD` and `VW`. */
  spelled(written: string): string {
    return this.find(written)?.name ?? this.#usual(written)?.name ?? written;
  }

  /** Id that a new make of that name should get; undefined = any. */
  wantedIdOf(name: string): number | undefined {
    return this.#usual(name)?.wantedId;
  }

  #usual(written: string): Make | undefined {
    return this.#spellings.get(nameKey(written));
  }
}
