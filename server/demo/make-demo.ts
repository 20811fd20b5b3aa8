import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Clock, dateOf } from '../clock/clock.js';
import { activateGeneration, generationFile, storeSums } from '../marketplace/catalogue-file/activate-generation.js';
import { catalogueIndexes, catalogueTables, catalogueVersion } from '../marketplace/catalogue-file/catalogue-schema.js';
import { fillLeafColumns } from '../marketplace/catalogue-file/fill-leaf-columns.js';
import { IdRegistry } from '../marketplace/catalogue-file/ids.js';
import { validateCatalogue } from '../marketplace/catalogue-file/validate-catalogue.js';
import { judgedBy } from '../marketplace/data-folder/settled.js';
import { temporaryName } from '../marketplace/data-folder/temporary-files.js';
import { OfferFill } from '../marketplace/offer-store/offer-fill.js';
import { countRejections } from '../marketplace/offer-store/offer-rejections.js';
import { fillProductFlags, productFacts } from '../marketplace/offer-store/product-flags.js';
import { shippedTable } from '../marketplace/program/data-table.js';
import { fillSearchIndex } from '../marketplace/search/lookup/fill-index.js';
import { readMakes } from '../marketplace/vehicles/makes.js';
import { readBrands } from './brands.js';
import { readCategories } from './categories.js';
import { Notes } from './fitment-notes.js';
import { writeModelApprovals } from './model-approvals.js';
import { demonstrationOffers, writeOffers, writeShops } from './offers.js';
import { Numbers } from './part-numbers.js';
import { writePriceHistory } from './price-history.js';
import { type Making, type Product, productsOfLeaf } from './products.js';
import { extendCategories } from './scale/extend-categories.js';
import { extendBrands, extendShops } from './scale/extend-trade.js';
import { extendVehicles } from './scale/extend-vehicles.js';
import { offersAtScale, productsAtScale } from './scale/products-at-scale.js';
import type { Scale } from './scale/scale-plan.js';
import { SeededRandom } from './seeded-random.js';
import { readShops } from './shops.js';
import { universalProducts } from './universal.js';
import { type ModelNode, placeVehicles } from './vehicle-tables.js';
import { readVehicles } from './vehicles.js';
import {
  numberProducts,
  writeBrands,
  writeCategories,
  writeFitment,
  writeNotes,
  writeProducts,
  writeReviews,
} from './write-products.js';
import { writeVehicles } from './write-vehicles.js';
import { BulkWriter } from './writer.js';

export interface DemoOptions {
  /** Directory for the catalogue, the offers, the ids and the state; made where it does not exist. */
  readonly dataDir: string;
  readonly clock: Clock;
  /** Vehicle file in the format of README.md that replaces the built-in one. */
  readonly vehiclesFile?: string | undefined;
  readonly seed?: number | undefined;
  /** A catalogue of a size that benchmarks name, instead of the small one. */
  readonly scale?: Scale | undefined;
  /** Receives a line for people at the start of every step and at the end. */
  readonly onProgress?: ((line: string) => void) | undefined;
}

export interface DemoResult {
  readonly generation: string;
  /** Name of the catalogue file inside the data directory. */
  readonly file: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** Series page and model of cars for which every leaf has a part, if they need one. */
const showCars = [
  ['Golf IV', '1.9 TDI'],
  ['Clio II', '1.5 dCi'],
] as const;

/**
 * Makes the demonstration catalogue. The same input and seed always give the same content; only the generation's name
 * and its time in `meta` differ. Readers see nothing before all of it has been checked. Its shops and offers replace
 * the present ones.
 * @throws DataFileError for an error in a table, InvalidCatalogueError where the result contradicts itself.
 */
export function makeDemo(options: DemoOptions): DemoResult {
  const { dataDir, clock, vehiclesFile, scale, seed = 1, onProgress = () => {} } = options;
  const tables = dirname(shippedTable(import.meta.url, 'demo-data', 'categories.tsv'));
  const now = dateOf(clock);
  const generation = now.getTime().toString(36);
  mkdirSync(dataDir, { recursive: true });
  const temporary = join(dataDir, temporaryName(generation));
  const ids = new IdRegistry(join(dataDir, 'ids.db'));
  let writer: BulkWriter | undefined;
  let offers: OfferFill | undefined;
  try {
    offers = new OfferFill(dataDir);
    writer = new BulkWriter(temporary, catalogueTables);
    const dice = new SeededRandom(seed);
    const counts = fill({ writer, offers, ids, tables, vehiclesFile, scale, dice, onProgress });
    onProgress('Packing leaves');
    fillLeafColumns(writer.database);
    fillProductFlags(writer.database);
    onProgress('Indexing words');
    fillSearchIndex(writer.database);
    writeReviews(join(tables, 'reviews.tsv'), writer);
    const meta = {
      generation,
      created_at: now.toISOString(),
      is_demonstration: '1',
      seed: String(seed),
      counts: JSON.stringify(counts),
    };
    for (const [key, value] of Object.entries(meta).sort()) writer.insert('meta', key, value);
    onProgress('Indexing');
    writer.finish(catalogueIndexes, catalogueVersion);
    onProgress('Checking');
    const everyLeaf = vehiclesFile === undefined && scale === undefined;
    validateCatalogue(writer.database, { everyLeaf, integrity: 'quick', changed: null });
    onProgress('Finding the cheapest offers');
    ids.commit();
    offers.finish(productFacts(writer.database), { [judgedBy]: generationFile(generation) });
    if (!scale) writePriceHistory(offers.database, dice.about('price history'), now.getTime());
    for (const { offers: count, reason, law } of countRejections(offers.database))
      onProgress(`${count} offers are not sold: ${reason} (${law})`);
    writer.close();
    writer = undefined;
    storeSums(dataDir, temporary, generation);
    const file = activateGeneration(dataDir, temporary, generation, now);
    onProgress(`Done: ${file}`);
    return { generation, file, counts };
  } finally {
    writer?.close();
    offers?.close();
    ids.close();
    rmSync(temporary, { force: true });
  }
}

/** The stores that the generator fills, and its input. */
interface Filling {
  readonly writer: BulkWriter;
  readonly offers: OfferFill;
  readonly ids: IdRegistry;
  /** Directory of the generator's own tables. */
  readonly tables: string;
  readonly vehiclesFile: string | undefined;
  readonly scale: Scale | undefined;
  readonly dice: SeededRandom;
  readonly onProgress: (line: string) => void;
}

/** Fills all tables. @returns the number of rows by table, as `meta` and the tests name them */
function fill(filling: Filling): Record<string, number> {
  const { writer, offers, ids, tables, vehiclesFile, scale, dice, onProgress } = filling;
  onProgress('Reading vehicles');
  const makes = readMakes();
  const builtIn = ['vehicles-a.csv', 'vehicles-b.csv'].map((name) => join(tables, name));
  const rows = readVehicles(vehiclesFile === undefined ? builtIn : [vehiclesFile], makes, onProgress);
  const placed = scale ? extendVehicles(rows, scale.models) : rows;
  const vehicles = placeVehicles(placed, new Set(makes.values()), ids, dice);
  const { models } = vehicles;
  writeVehicles(vehicles, writer);
  onProgress(`${vehicles.makes.length} manufacturers, ${vehicles.series.length} series, ${models.length} models`);

  const ownCategories = readCategories(tables);
  const categories = scale ? extendCategories(ownCategories, scale.categories) : ownCategories;
  const ownBrands = readBrands(join(tables, 'brands.tsv'), categories, ids, dice);
  const brands = scale ? extendBrands(ownBrands, scale.brands, ids, dice) : ownBrands;
  const ownShops = readShops(join(tables, 'shops.tsv'), ids, dice);
  const shops = scale ? extendShops(ownShops, scale.shops, ids, dice) : ownShops;
  writeShops(shops, offers);
  const notes = new Notes();
  if (!scale) writeModelApprovals(join(tables, 'oil-approvals.tsv'), vehicles, notes, writer);

  onProgress('Making parts and offers');
  const making: Making = { brands, notes, numbers: new Numbers(dice.about('numbers')), dice };
  const batches = scale ? productsAtScale(scale.products, categories, models, making) : [allProducts()];
  const plan = scale ? offersAtScale(dice) : demonstrationOffers(dice);
  const made = { products: 0, offers: 0 };
  for (const batch of batches) {
    const products = numberProducts(batch, ids);
    writeProducts(products, writer, dice);
    made.products += products.length;
    made.offers += writeOffers(products, shops, plan, offers, dice);
  }
  writeCategories(categories, writer, dice);
  writeBrands(brands, writer);
  onProgress(`${made.products} parts of ${brands.length} brands in ${categories.length} categories`);
  onProgress(`${made.offers} offers of ${shops.length} shops`);

  onProgress('Fitting parts to cars');
  const fitments = writeFitment(writer);
  writeNotes(notes.rows(), writer);
  onProgress(`${fitments} fitments`);
  return {
    manufacturers: vehicles.makes.length,
    series: vehicles.series.length,
    models: models.length,
    kba: vehicles.kba.length,
    categories: categories.length,
    brands: brands.length,
    products: made.products,
    fitments,
    shops: shops.length,
    offers: made.offers,
  };

  function allProducts(): Product[] {
    const shows = showCars.map(([page, name]) => numbersOf(models, page, name));
    const leaves = categories.filter(({ leafNumber }) => leafNumber !== null);
    return leaves.flatMap((leaf) => [
      ...(leaf.universal ? universalProducts(leaf, making) : productsOfLeaf(leaf, models, shows, making)),
    ]);
  }
}

/** Numbers of the models of one name on a series page. */
const numbersOf = (models: readonly ModelNode[], page: string, name: string): ReadonlySet<number> =>
  new Set(
    models.filter(({ series, row }) => series.page.name === page && row.name === name).map(({ number }) => number),
  );
