import { join } from 'node:path';
import { readBrands } from '../brands.js';
import { readCategories } from '../categories.js';
import { Notes } from '../fitment-notes.js';
import { needs } from '../fitment-rules.js';
import { Numbers } from '../part-numbers.js';
import { ProductCounts } from '../product-counts.js';
import { type Product, productsOfPlan } from '../products.js';
import { countsOf, type Filling, readVehicleTables } from '../read-demo-data.js';
import type { SeededRandom } from '../seeded-random.js';
import { readShops } from '../shops.js';
import { universalProducts } from '../universal.js';
import { placeVehicles } from '../vehicle-tables.js';
import { OfferMaker, type OfferPlan, writeShops } from '../write-offers.js';
import {
  numberProducts,
  writeBrands,
  writeCategories,
  writeFitmentOfTables,
  writeNotes,
  writeProducts,
} from '../write-products.js';
import { writeVehicles } from '../write-vehicles.js';
import { extendCategories } from './extend-categories.js';
import { extendBrands, extendShops } from './extend-trade.js';
import { extendVehicles } from './extend-vehicles.js';
import { inOrderOfKinship, leafQuotas, planAtScale } from './scale-plan.js';

/** How much of everything a large catalogue has. */
export interface Scale {
  readonly models: number;
  readonly categories: number;
  readonly brands: number;
  readonly shops: number;
  readonly products: number;
}

export const scaleNames = ['10k-vehicles', '50k-products', '200k-products'] as const;

/** Catalogues for benchmarks: a German parts shop as it is in life, and smaller ones to compare with. */
export const scales: Readonly<Record<(typeof scaleNames)[number], Scale>> = {
  '10k-vehicles': { models: 10_000, categories: 1000, brands: 300, shops: 150, products: 500_000 },
  '200k-products': { models: 10_000, categories: 1000, brands: 300, shops: 150, products: 200_000 },
  '50k-products': { models: 10_000, categories: 1000, brands: 120, shops: 80, products: 50_000 },
};

/**
 * Fills a catalogue of a given size leaf by leaf: parts and offers are made, written and forgotten, so that memory
 * does not grow with them (about ten offers and twenty fitting cars to a product).
 */
export const fillAtScale =
  (scale: Scale) =>
  (filling: Filling): Record<string, number> => {
    const { writer, offers, ids, tables, dice, onProgress } = filling;
    const { makes, rows } = readVehicleTables(filling);
    const vehicles = placeVehicles(extendVehicles(rows, scale.models), new Set(makes.values()), ids, dice);
    writeVehicles(vehicles, writer);
    const categories = extendCategories(readCategories(tables), scale.categories);
    const brands = extendBrands(readBrands(join(tables, 'brands.tsv'), categories, ids, dice), scale.brands, ids, dice);
    const shops = extendShops(readShops(join(tables, 'shops.tsv'), ids, dice), scale.shops, ids, dice);
    writeShops(shops, offers);

    const notes = new Notes();
    const numbers = new Numbers(dice.about('numbers'));
    const maker = new OfferMaker(shops, offerPlan(dice), offers, dice);
    const counts = new ProductCounts();
    const write = (products: readonly Product[]) => {
      const numbered = numberProducts(products, ids);
      writeProducts(numbered, writer, dice);
      maker.add(numbered);
      if (counts.add(numbered)) onProgress(`${counts.total} parts with their offers`);
    };
    const leaves = categories.filter((category) => category.leafNumber !== null).sort((a, b) => a.id - b.id);
    for (const leaf of leaves.filter((category) => category.universal)) {
      write([...universalProducts(leaf, brands, numbers, dice)]);
    }
    const fitted = leaves.filter((category) => !category.universal);
    const akin = inOrderOfKinship(vehicles.models);
    let owed = 0;
    for (const [leaf, quota] of leafQuotas(fitted, scale.products - counts.total, dice)) {
      const cars = akin.filter((model) => needs(leaf, model));
      const wanted = quota + owed;
      const plan = planAtScale(leaf, cars, wanted, dice);
      const products = [...first(wanted, productsOfPlan(leaf, plan, brands, notes, numbers, dice))];
      owed = wanted - products.length;
      write(products);
    }
    writeCategories(categories, counts.byCategory, writer, dice);
    writeBrands(brands, counts.byBrand, writer);
    onProgress('Fitting parts to cars');
    const fitments = writeFitmentOfTables(writer);
    writeNotes(notes.rows(), writer);
    onProgress(`${fitments} fitments`);
    onProgress(`${maker.count} offers of ${shops.length} shops`);
    return countsOf(vehicles, {
      categories: categories.length,
      brands: brands.length,
      products: counts.total,
      fitments,
      shops: shops.length,
      offers: maker.count,
    });
  };

/**
 * Three products in ten have one offer, the others a dozen on average and sixty at most; a shop's key carries the
 * part's.
 */
function offerPlan(dice: SeededRandom): OfferPlan {
  return {
    countOf: ({ brand, norm }) => {
      const own = dice.about('offers', brand.name, norm);
      if (own.roll('one') < 0.3) return 1;
      return Math.min(60, 2 + Math.floor(Math.log(1 - own.roll('geometric')) / Math.log(1 - 1 / 12.95)));
    },
    keyOf: (product, shop) => `${shop.offerPrefix}${product.brand.id}-${product.norm}`,
  };
}

function* first<T>(count: number, items: Iterable<T>): Generator<T> {
  let taken = 0;
  if (count <= 0) return;
  for (const item of items) {
    yield item;
    if (++taken === count) return;
  }
}
