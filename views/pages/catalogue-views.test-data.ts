import type { Listing, Product } from '../../server/contract/articles.js';
import type { Category, CategoryDetail, CategoryNode, Navigation } from '../../server/contract/catalogue.js';
import type { Manufacturer, Series } from '../../server/contract/vehicles.js';
import { category } from '../components/example-data.js';
import type { CategoryModel, HomeModel, ManufacturerModel, ModelModel, PickerModel, SeriesModel } from '../models.js';
import { productOf, vehicle } from './article-cart-views.test-data.js';

const root = { id: '1', title: 'Alle Teile', seoAlias: 'Alle-Teile' };
const group = { id: '301', title: 'Scheibenbremse', seoAlias: 'Scheibenbremse' };

/** A leaf of the brakes, unless changed. */
export function categoryOf(change: Partial<Category> = {}): Category {
  const id = change.id ?? '1523';
  return {
    ...category,
    id,
    urlId: id,
    popularity: 980,
    parent: group,
    topParent: root,
    ...change,
  };
}
export const nodeOf = (change: Partial<CategoryNode> = {}): CategoryNode => ({
  ...categoryOf(change),
  resultCount: 1234,
  children: [],
  ...change,
});
const detailOf = (change: Partial<Category> = {}): CategoryDetail => {
  const category = categoryOf(change);
  const { seoAlias } = category;
  return {
    ...category,
    seoAliases: { de: seoAlias, fr: seoAlias, es: seoAlias, it: seoAlias, nl: seoAlias },
    seoText: 'Scheiben mit Maßen.',
    description: 'Entscheidend sind Durchmesser und Dicke.',
  };
};

const names = ['Abarth', 'Audi', 'BMW', 'Citroën', 'Škoda', 'Volkswagen'];
const manufacturers: Manufacturer[] = names.map((name, index) => {
  const slug = name.normalize('NFD').replace(/\W/g, '');
  return { id: String(index + 1), name, slug, seoName: slug, popularity: 100 - index };
});
const golfVII = { id: '2', slug: 'Golf-VII', name: 'Golf VII' };
const seriesOf = (id: string, name: string, seriesPage: Series['seriesPage'], start: number, end: number | null) => ({
  id,
  name,
  slug: seriesPage.slug,
  productionYearStart: start,
  productionYearEnd: end,
  popularity: 5,
  seriesPage,
});
const series: Series[] = [
  seriesOf('22', 'Golf VII Variant (BA5)', golfVII, 2013, 2020),
  seriesOf('21', 'Golf VII Schrägheck (5G1)', golfVII, 2012, 2020),
  seriesOf('30', 'Arteon', { id: '3', slug: 'Arteon', name: 'Arteon' }, 2017, null),
];
export const picker: PickerModel = {
  action: '/Ersatzteile/Alle-Fahrzeuge/--',
  hidden: {},
  manufacturers: { popular: manufacturers.slice(0, 2), all: manufacturers },
  series: null,
  models: null,
  chosen: { manufacturerId: null, seriesId: null, modelId: null },
  paper: '/build/paper.svg',
};
const brakes = { id: '100', title: 'Bremsanlage', seoAlias: 'Bremsanlage', parent: root, level: 1, isLeaf: false };
const navigation: Navigation = {
  vehicle: null,
  category: null,
  ancestors: [],
  categories: [
    nodeOf({ ...brakes, imageFilename: 'pads', children: [group, { ...group, id: '302', title: 'Trommelbremse' }] }),
    nodeOf({ ...brakes, id: '130', title: 'Zubehör', seoAlias: 'Zubehoer', popularity: 119, resultCount: 0 }),
  ],
  popular: [nodeOf()],
  universal: [nodeOf({ id: '2447', title: 'Motoröl', seoAlias: 'Motoroel', isUniversal: true })],
  seriesPages: [golfVII],
};
const manufacturerOnly = { ...vehicle, seriesPage: null, model: null };

export const homeModel: HomeModel = {
  navigation,
  picker,
  promotions: [
    { category: nodeOf(), product: productOf(), isClaimProven: true, count: 1234 },
    {
      category: nodeOf({ id: '243', title: 'Ölfilter', seoAlias: 'Oelfilter' }),
      product: null,
      isClaimProven: false,
      count: 0,
    },
  ],
  axle: { disc: categoryOf() },
  reviews: [{ comment: 'Schnell geliefert.', mark: 5, creationDate: '2026-09-01' }],
  axleDrawing: '/build/front-axle.svg',
};
export const vehiclesModel = { navigation, manufacturers, picker };
export const manufacturerModel: ManufacturerModel = {
  navigation: { ...navigation, vehicle: manufacturerOnly },
  manufacturer: vehicle.manufacturer,
  series,
  picker: { ...picker, chosen: { ...picker.chosen, manufacturerId: '1' }, series: { popular: [], all: series } },
};
const model = vehicle.model as NonNullable<typeof vehicle.model>;
export const seriesModel: SeriesModel = {
  navigation: { ...navigation, vehicle: { ...vehicle, model: null } },
  detail: {
    ...vehicle,
    model: null,
    seriesList: series.slice(0, 2).map((entry) => ({
      ...entry,
      models: [
        model,
        {
          ...model,
          id: 'e7',
          name: 'e-Golf',
          ccm: 0,
          fuel: 'electric' as const,
          productionYearStart: null,
          productionYearEnd: null,
        },
      ],
    })),
  },
  picker: { ...picker, chosen: { ...picker.chosen, seriesId: '22' } },
};
export const modelModel: ModelModel = {
  navigation: { ...navigation, vehicle },
  vehicle: { ...vehicle, model: { ...model, kbas: [{ kbaId: '5', hsn: '0603', tsn: 'BGU' }] } },
  kba: null,
  picker,
  isPicking: false,
};

export const listingOf = (spareParts: Product[], change: Partial<Listing> = {}): Listing => ({
  isUniversal: false,
  spareParts,
  resultCount: spareParts.length,
  availablePageCount: 1,
  page: 1,
  sort: 'popularity',
  filters: [],
  country: 'DE',
  ...change,
});
/** Ten brands, one of them chosen. */
export const brandFilter: Listing['filters'][number] = {
  isSingle: false,
  range: null,
  key: 'brand',
  label: 'Marke',
  attributes: Array.from({ length: 10 }, (_, index) => ({
    value: String(30 + index),
    label: `Marke ${index}`,
    count: 3 + index,
    isActive: index === 1,
  })),
};
interface Change {
  category?: Partial<Category>;
  vehicle?: CategoryModel['vehicle'];
  listing?: Listing | null;
}
/** The page of a leaf without vehicle and with one product, unless changed. */
export function categoryModel({
  category = {},
  vehicle = null,
  listing = listingOf([productOf()]),
}: Change = {}): CategoryModel {
  const ancestors = [categoryOf(brakes), categoryOf({ ...group, level: 2, isLeaf: false, parent: root })];
  return {
    navigation: { ...navigation, vehicle, category: detailOf(category), ancestors },
    vehicle,
    brand: null,
    listing,
    isListingMissing: false,
    manufacturers: picker.manufacturers.popular,
    picker,
    isPicking: false,
    problem: null,
  };
}
export const contexts = {
  none: null,
  manufacturer: manufacturerOnly,
  series: { ...vehicle, model: null },
  model: vehicle,
};
export const parentCategory: Partial<Category> = brakes;
export const oilCategory: Partial<Category> = { id: '2447', title: 'Motoröl', seoAlias: 'Motoroel', isUniversal: true };
