import type { Brand } from './brands.js';
import type { Category } from './categories.js';
import type { Product } from './products.js';

/** How many products between two lines of progress. */
const step = 50_000;

/** Counts products of categories (with those of the leaves below) and brands, without keeping them. */
export class ProductCounts {
  readonly byCategory = new Map<Category, number>();
  readonly byBrand = new Map<Brand, number>();
  total = 0;

  /** @returns whether another fifty thousand are complete */
  add(products: readonly Product[]): boolean {
    for (const { category, brand } of products) {
      for (let at: Category | null = category; at; at = at.parent) {
        this.byCategory.set(at, (this.byCategory.get(at) ?? 0) + 1);
      }
      this.byBrand.set(brand, (this.byBrand.get(brand) ?? 0) + 1);
    }
    const before = this.total;
    this.total += products.length;
    return Math.floor(this.total / step) > Math.floor(before / step);
  }
}
