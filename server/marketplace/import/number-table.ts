/** Whole numbers by id, which grows as ids do. */
export class NumberTable {
  #numbers: Uint32Array;

  constructor(last: number) {
    this.#numbers = new Uint32Array(last + 1024);
  }

  get(id: number): number {
    return this.#numbers[id] ?? 0;
  }

  set(id: number, value: number): void {
    if (id >= this.#numbers.length) {
      const larger = new Uint32Array(Math.max(id + 1, Math.ceil(this.#numbers.length * 1.5)));
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[id] = value;
  }
}
