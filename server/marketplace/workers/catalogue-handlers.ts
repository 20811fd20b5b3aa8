import type { RegisterWay } from '../../contract/registers.js';
import { getArticle, recommend } from '../catalogue/article.js';
import { getBrand, listBrands } from '../catalogue/brands.js';
import { compareProducts } from '../catalogue/comparison.js';
import { listDirectory } from '../catalogue/directory.js';
import { listFittingVehicles, listOeNumbers } from '../catalogue/fitting-vehicles.js';
import { list } from '../catalogue/listing.js';
import { navigate } from '../catalogue/navigation.js';
import { drawPicture, readPhotograph } from '../catalogue/pictures.js';
import { judgeFits } from '../catalogue/product-list.js';
import type { Handlers } from '../http/handler.js';
import { getPriceHistory, listOffers } from '../offers/offers.js';
import { largestReduction } from '../offers/reduction.js';
import { rateMarketplace, reviewMarketplace } from '../reviews/reviews.js';
import { findFullText } from '../search/full-text.js';
import { findPartNumber } from '../search/lookup/part-number.js';
import { findProducts } from '../search/products.js';
import { suggest } from '../search/suggestions.js';
import { getShop, getShopText } from '../shops/shop-page.js';
import { findByKeyNumbers } from '../vehicles/key-numbers.js';
import { findByPlate, findByRegister, type RegisterProvider } from '../vehicles/registers.js';
import {
  getManufacturer,
  getModel,
  getModelOfKba,
  getSeriesPage,
  listManufacturers,
  listModels,
  listSeries,
} from '../vehicles/vehicles.js';

/** Registers of vehicles, by the number that they look up; null = not configured. */
export type Registers = Readonly<Record<RegisterWay | 'plate', RegisterProvider | null>>;

export const catalogueHandlers = (registers: Registers): Handlers<'catalogue'> => ({
  manufacturers: (request, context) => listManufacturers(context.generation(), request),
  manufacturer: (request, context) => getManufacturer(context.generation(), request),
  manufacturerSeries: (request, context) => listSeries(context.generation(), request),
  seriesModels: (request, context) => listModels(context.generation(), request),
  seriesPage: (request, context) => getSeriesPage(context.generation(), request),
  model: (request, context) => getModel(context.generation(), request),
  kbaModel: (request, context) => getModelOfKba(context.generation(), request),
  hsntsn: (request, context) => findByKeyNumbers(context.generation(), request),
  license: (request, context) => findByPlate(context.generation(), request, registers.plate),
  vin: ({ vin, locale }, context) => findByRegister(context.generation(), vin, locale, registers.vin),
  dutchPlate: ({ plate, locale }, context) => findByRegister(context.generation(), plate, locale, registers.dutchPlate),
  nationalCode: ({ code, locale }, context) =>
    findByRegister(context.generation(), code, locale, registers.nationalCode),
  navigation: (request, context) => navigate(context.generation(), request, context.dependsOn),
  offers: (request, context) => listOffers(context.generation(), request, context),
  reduction: (request, context) => largestReduction(context.generation(), request, context),
  priceHistory: (request, context) => getPriceHistory(context.generation(), request, context.dependsOn),
  comparison: (request, context) => compareProducts(context.generation(), request, context.dependsOn),
  recommendation: (request, context) => recommend(context.generation(), request, context.dependsOn),
  fittingVehicles: (request, context) => listFittingVehicles(context.generation(), request),
  fits: (request, context) => judgeFits(context.generation(), request),
  oeNumbers: (request, context) => listOeNumbers(context.generation(), request),
  picture: (request) => drawPicture(request),
  photograph: (request, context) => readPhotograph(context.generation(), request),
  shop: (request, context) => getShop(context.generation(), request, context.dependsOn),
  shopText: (request, context) => getShopText(context.generation(), request, context.dependsOn),
  brands: (request, context) => listBrands(context.generation(), request),
  brand: (request, context) => getBrand(context.generation(), request, context.dependsOn),
  partNumber: (request, context) => findPartNumber(context.generation(), request, context.dependsOn),
  fullText: (request, context) => findFullText(context.generation(), request, context.dependsOn),
  suggestions: (request, context) => suggest(context.generation(), request, context.dependsOn),
  searchProducts: (request, context) => findProducts(context.generation(), request, context.dependsOn),
  directory: (request, context) => listDirectory(context.generation(), request, context.dependsOn),
  rating: (_, context) => rateMarketplace(context.generation()),
  reviews: (request, context) => reviewMarketplace(context.generation(), request),
  article: (request, context) => getArticle(context.generation(), request, context.dependsOn),
  listing: (request, context) => list(context.generation(), request, context.dependsOn),
});
