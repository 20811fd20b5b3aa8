import type { DatabaseSync } from 'node:sqlite';

/** Keeps the four tables of fitment consistent: by part, car, series page and maker. */
export class FitmentWriter {
  constructor(private readonly database: DatabaseSync) {}

  /** Moves the fitments of a product to another leaf. */
  move(productId: number, from: number, to: number): void {
    const fits = this.#fitsOf(productId);
    this.#remove(productId, from);
    this.#add(productId, to, fits);
  }

  /**
   * @param fits numbers of models, each with the id of its condition; 0 = no condition
   * @returns whether they have changed
   */
  replace(productId: number, category: number, fits: ReadonlyMap<number, number>): boolean {
    const known = this.#fitsOf(productId);
    if (known.size === fits.size && [...fits].every(([model, note]) => known.get(model) === note)) return false;
    this.#remove(productId, category);
    this.#add(productId, category, fits);
    return true;
  }

  #fitsOf(productId: number): Map<number, number> {
    const rows = this.database
      .prepare('select model_number, note_id from product_model where product_id = ?')
      .all(productId);
    return new Map(rows.map((row) => [Number(row.model_number), Number(row.note_id)]));
  }

  #remove(productId: number, category: number): void {
    const models =
      'select number from model join product_model on model_number = number where product_model.product_id = :product';
    const key = { category, product: productId };
    const where = 'category_id = :category and product_id = :product';
    for (const [table, owner] of [
      ['fitment_series_page', 'series_page_id'],
      ['fitment_manufacturer', 'manufacturer_id'],
    ] as const)
      this.database
        .prepare(`delete from ${table} where ${where} and ${owner} in (${models.replace('number', owner)})`)
        .run(key);
    this.database.prepare(`delete from fitment where ${where} and model_number in (${models})`).run(key);
    this.database.prepare('delete from product_model where product_id = ?').run(productId);
  }

  #add(productId: number, category: number, fits: ReadonlyMap<number, number>): void {
    const byCar = this.database.prepare('insert into fitment values (?, ?, ?, ?)');
    const byPart = this.database.prepare('insert into product_model values (?, ?, ?)');
    for (const [model, note] of [...fits].sort(([a], [b]) => a - b)) {
      byCar.run(model, category, productId, note);
      byPart.run(productId, model, note);
    }
    for (const [table, owner] of [
      ['fitment_series_page', 'series_page_id'],
      ['fitment_manufacturer', 'manufacturer_id'],
    ] as const)
      this.database
        .prepare(
          `insert into ${table} select distinct ${owner}, ?, product_id from product_model join model on number = model_number where product_id = ?`,
        )
        .run(category, productId);
  }
}
