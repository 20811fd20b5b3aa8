import { forEachInChunks, type Yield } from '../store/yield-to-event-loop.js';

/** A table in a derived shape, built on first access. */
export class LazyTable<Row, Shape> {
  readonly #read: () => Iterable<Row>;
  readonly #empty: () => Shape;
  readonly #add: (shape: Shape, row: Row) => void;
  #made: { shape: Shape } | null = null;

  /** @param empty the shape without rows; @param add puts one into it */
  constructor(read: () => Iterable<Row>, empty: () => Shape, add: (shape: Shape, row: Row) => void) {
    this.#read = read;
    this.#empty = empty;
    this.#add = add;
  }

  get isMade(): boolean {
    return this.#made !== null;
  }

  get shape(): Shape {
    if (!this.#made) {
      const shape = this.#empty();
      for (const row of this.#read()) this.#add(shape, row);
      this.#made = { shape };
    }
    return this.#made.shape;
  }

  /** Builds it in advance. */
  async make(pause: Yield): Promise<void> {
    const shape = this.#empty();
    await forEachInChunks(this.#read(), (row) => this.#add(shape, row), pause);
    this.#made ??= { shape };
  }
}
