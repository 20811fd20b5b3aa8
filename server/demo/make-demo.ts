import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Clock, dateOf } from '../clock/clock.js';
import {
  activateGeneration,
  generationFile,
  sumUpGeneration,
} from '../marketplace/catalogue-file/activate-generation.js';
import { catalogueIndexes, catalogueTables, catalogueVersion } from '../marketplace/catalogue-file/catalogue-schema.js';
import { fillLeafColumns } from '../marketplace/catalogue-file/fill-leaf-columns.js';
import { IdRegistry } from '../marketplace/catalogue-file/ids.js';
import { validateCatalogue } from '../marketplace/catalogue-file/validate-catalogue.js';
import { judgedBy } from '../marketplace/data-folder/offer-turn.js';
import { temporaryName } from '../marketplace/data-folder/temporary-files.js';
import { OfferFill } from '../marketplace/offer-store/offer-fill.js';
import { countRejections } from '../marketplace/offer-store/offer-rejections.js';
import { fillProductFlags, productFacts } from '../marketplace/offer-store/product-flags.js';
import { shippedTable } from '../marketplace/program/data-table.js';
import { fillSearchIndex } from '../marketplace/search/lookup/fill-index.js';
import { readBrands } from './brands.js';
import { readCategories } from './categories.js';
import { Notes } from './fitment-notes.js';
import { writeModelApprovals } from './model-approvals.js';
import { diceKeys, offerCount } from './offers.js';
import { Numbers } from './part-numbers.js';
import { writePriceHistory } from './price-history.js';
import { ProductCounts } from './product-counts.js';
import { type Product, productsOfLeaf } from './products.js';
import { countsOf, type Filling, readVehicleTables } from './read-demo-data.js';
import { writeReviews } from './reviews.js';
import { fillAtScale, type Scale } from './scale/fill-at-scale.js';
import { SeededRandom } from './seeded-random.js';
import { readShops } from './shops.js';
import { universalProducts } from './universal.js';
import { placeVehicles } from './vehicle-tables.js';
import { OfferMaker, type OfferPlan, writeShops } from './write-offers.js';
import {
  numberProducts,
  writeBrands,
  writeCategories,
  writeFitment,
  writeNotes,
  writeProducts,
} from './write-products.js';
import { writeVehicles } from './write-vehicles.js';
import { BulkWriter } from './writer.js';

export interface DemoOptions {
  /** Directory for the catalogue, the offers, the ids and the state; made where it does not exist. */
  readonly dataDir: string;
  readonly clock: Clock;
  /** Another vehicle file in the format of README.md; default: the built-in one. */
  readonly vehiclesFile?: string | undefined;
  readonly seed?: number | undefined;
  /** A catalogue of a size that benchmarks name, instead of the small one. */
  readonly scale?: Scale | undefined;
  /** Told at the start of every step and at the end, in words for people. */
  readonly onProgress?: ((line: string) => void) | undefined;
}

export interface DemoResult {
  readonly generation: string;
  /** Name of the catalogue file inside the data directory. */
  readonly file: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** Cars that every leaf supplies if they need it at all: series page and model. */
const showCars = [
  ['Golf IV', '1.9 TDI'],
  ['Clio II', '1.5 dCi'],
] as const;

/**
 * Makes the demonstration catalogue: the same input and seed always give the same content (only the generation's
 * name, and its time in `meta`, differ). Nothing is visible to readers before all of it has been checked; shops and
 * offers take the place of those that are there.
 * @throws DataFileError for an error in a table, InvalidCatalogueError where the result contradicts itself.
 */
export function makeDemo(options: DemoOptions): DemoResult {
  const { dataDir, clock, seed = 1, onProgress = () => {} } = options;
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
    for (const { shopId, key, id } of ids.formerOffers()) offers.key(shopId, key, id);
    writer = new BulkWriter(temporary, catalogueTables);
    const fill = options.scale === undefined ? fillDemo : fillAtScale(options.scale);
    const counts = fill({
      writer,
      offers,
      ids,
      tables,
      vehiclesFile: options.vehiclesFile,
      dice: new SeededRandom(seed),
      onProgress,
    });
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
    const everyLeaf = options.vehiclesFile === undefined && options.scale === undefined;
    validateCatalogue(writer.database, { everyLeaf, integrity: 'quick', changed: null });
    onProgress('Finding the cheapest offers');
    ids.commit();
    offers.finish(productFacts(writer.database), { [judgedBy]: generationFile(generation) });
    if (options.scale === undefined)
      writePriceHistory(offers.database, new SeededRandom(seed).about('price history'), now.getTime());
    for (const { offers: count, reason, law } of countRejections(offers.database))
      onProgress(`${count} offers are not sold: ${reason} (${law})`);
    writer.close();
    writer = undefined;
    sumUpGeneration(dataDir, temporary, generation);
    const file = activateGeneration(dataDir, temporary, generation, now);
    ids.dropFormerOffers();
    ids.commit();
    onProgress(`Done: ${file}`);
    return { generation, file, counts };
  } finally {
    writer?.close();
    offers?.close();
    ids.close();
    rmSync(temporary, { force: true });
  }
}

function fillDemo(filling: Filling): Record<string, number> {
  const { writer, offers, ids, tables, dice, onProgress } = filling;
  const { makes, rows } = readVehicleTables(filling);
  const vehicles = placeVehicles(rows, new Set(makes.values()), ids, dice);
  writeVehicles(vehicles, writer);
  onProgress(
    `${vehicles.makes.length} manufacturers, ${vehicles.series.length} series, ${vehicles.models.length} models`,
  );

  const categories = readCategories(tables);
  const brands = readBrands(join(tables, 'brands.tsv'), categories, ids, dice);
  const shops = readShops(join(tables, 'shops.tsv'), ids, dice);
  const notes = new Notes();
  writeModelApprovals(join(tables, 'oil-approvals.tsv'), vehicles, notes, writer);
  const numbers = new Numbers(dice.about('numbers'));
  const shows = showCars.map(([page, name]) => {
    const cars = vehicles.models.filter((model) => model.series.page.name === page && model.row.name === name);
    return new Set(cars.map((model) => model.number));
  });
  onProgress('Making parts');
  const made: Product[] = [];
  for (const category of categories) {
    if (category.leafNumber === null) continue;
    const own = category.universal
      ? universalProducts(category, brands, numbers, dice)
      : productsOfLeaf(category, vehicles.models, brands, shows, notes, numbers, dice);
    for (const product of own) made.push(product);
  }
  const products = numberProducts(made, ids);
  const counts = new ProductCounts();
  counts.add(products);
  writeCategories(categories, counts.byCategory, writer, dice);
  writeBrands(brands, counts.byBrand, writer);
  writeProducts(products, writer, dice);
  onProgress(`${products.length} parts of ${brands.length} brands in ${categories.length} categories`);

  onProgress('Fitting parts to cars');
  const fitments = writeFitment(products, writer);
  writeNotes(notes.rows(), writer);
  onProgress(`${fitments} fitments`);

  onProgress('Making offers');
  writeShops(shops, offers);
  const plan: OfferPlan = {
    countOf: ({ brand, norm }, rank, total) => offerCount(rank, total, dice.about('offers', brand.name, norm)),
    keyOf: diceKeys(),
  };
  const maker = new OfferMaker(shops, plan, offers, dice);
  maker.add(products);
  onProgress(`${maker.count} offers of ${shops.length} shops`);
  return countsOf(vehicles, {
    categories: categories.length,
    brands: brands.length,
    products: products.length,
    fitments,
    shops: shops.length,
    offers: maker.count,
  });
}
