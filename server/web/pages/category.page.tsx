import { categoryHref } from '../../../views/catalogue-links.js';
import { exactVehicleName } from '../../../views/catalogue-names.js';
import { type ConditionAnswers, readAnswers, withAnswers } from '../../../views/condition-answers.js';
import { listParts, type Url } from '../../../views/links.js';
import type { CategoryModel } from '../../../views/models.js';
import { CategoryView } from '../../../views/pages/category.view.js';
import type { Photograph } from '../../../views/picture-widths.js';
import type { Brand, Listing } from '../../contract/articles.js';
import type { CategoryDetail } from '../../contract/catalogue.js';
import type { Call } from '../../contract/operations/caller-types.js';
import { ProblemError } from '../../contract/problem.js';
import type { Tail } from '../../contract/tail.js';
import type { Manufacturer, Vehicle } from '../../contract/vehicles.js';
import type { Api } from '../api/client.js';
import { filtersFor, listingOf, listingParameters, pageNumber, sortOf } from '../api/listing-call.js';
import { definePage, type LoadedPage, type PageProblem } from '../render/page.js';
import type { RouteMatch } from '../routes/route-table.js';
import type { Texts } from '../texts/texts.js';
import { addQuery } from './add-query.js';
import {
  answersParameter,
  asNamed,
  besideBrand,
  brandOf,
  chosenOf,
  contextOf,
  kbaTypeIdOf,
  kbaTypeParameter,
} from './catalogue-context.js';
import { comparedIn, comparedParameter } from './compare.page.js';
import { homeCrumb, vehicleCrumbs } from './crumbs.js';
import { filterListing, kbaTypeOf } from './filter-listing.js';
import { loadDrawings } from './load-drawings.js';
import { nullIfNotFound } from './null-if-not-found.js';
import { type LoadPicker, shownPart, sortedFor } from './picker.js';

function tailOf({ tail }: RouteMatch): Tail & { categoryId: string } {
  if (!tail?.categoryId) throw new ProblemError('not_found');
  return { ...tail, categoryId: tail.categoryId };
}
function categoryOf({ model }: LoadedPage<CategoryModel>): CategoryDetail {
  if (!model.navigation.category) throw new ProblemError('not_found');
  return model.navigation.category;
}

/** Applies the answers to fit conditions to a listing. */
/** For pages without links by manufacturer; always the same object, as a key of their cached parts. */
const noManufacturers: Manufacturer[] = [];

const answeredListing = (listing: Listing, answers: ConditionAnswers): Listing =>
  answers.size === 0
    ? listing
    : { ...listing, spareParts: listing.spareParts.map((each) => ({ ...each, fit: withAnswers(each.fit, answers) })) };

/** Builds the address of a listing: a category with a vehicle, a brand, both or neither. */
function listingAddress(
  url: Url,
  category: Pick<CategoryDetail, 'urlId' | 'seoAlias' | 'isUniversal'>,
  vehicle: Vehicle | null,
  brand: Brand | null,
): string {
  if (!brand) return categoryHref(url, category, vehicle);
  if (!vehicle) return url('brandCategory', { brand, category });
  const words = { ...category, seoAlias: `${brand.slug}-${category.seoAlias}` };
  return besideBrand(categoryHref(url, words, vehicle), brand);
}

interface Needs {
  loadPicker: LoadPicker;
  texts: Texts;
  photograph: Photograph;
}

export const createCategoryPage = ({ loadPicker, texts, photograph }: Needs) =>
  definePage<CategoryModel, PageProblem>({
    name: 'category',
    async load(request, problem) {
      const { api, optional, url, t, match, query, edition } = request;
      const tail = tailOf(match);
      const page = pageNumber(query);
      const context = await contextOf(request, tail);
      const vehicleQuery: Pick<Call<'navigation'>, 'type' | 'id'> = context.type && context.id
        ? { type: `${context.type}`, id: context.id }
        : {};
      const [navigation, brand] = await Promise.all([
        api.call('navigation', { ...vehicleQuery, categoryId: tail.categoryId }),
        brandOf(request),
      ]);
      const { category, vehicle } = navigation;
      if (!category || (context.type && !vehicle)) throw new ProblemError('not_found');
      const f = query.get('f') ?? undefined;
      const sort = sortOf(query);
      const fragment = shownPart(query, listParts);
      const isByManufacturer = !vehicle && !brand && !category.isUniversal;
      const filters = filtersFor(category, { f, page });
      const readListing = async (own: Api): Promise<{ listing: Listing | null }> => {
        const reading = own.call('listing', listingOf(context, { f: filters, page, sort }));
        // Only a page after the last one may be unknown.
        return { listing: await (page > 1 ? nullIfNotFound(reading) : reading) };
      };
      const [read, picker, manufacturers] = await Promise.all([
        optional('listing', readListing, 1),
        loadPicker(request, chosenOf(vehicle), { categoryId: category.urlId }, { isShown: fragment.show === 'picker' }),
        isByManufacturer ? optional('manufacturers', (own) => own.call('manufacturers', {})) : noManufacturers,
      ]);
      const answers = readAnswers(query.get('answers'));
      const listing = read?.listing && answeredListing(read.listing, answers);
      if (read && page > Math.max(1, listing?.availablePageCount ?? 1))
        throw new ProblemError('not_found', 'past the last page');

      const named = asNamed(vehicle, tail);
      const choice = {
        kbaTypeId: kbaTypeIdOf(query),
        f,
        sort: sort === 'popularity' ? undefined : sort,
        page: page > 1 ? String(page) : undefined,
        show: fragment.show,
        fragment: query.get('fragment') ?? undefined,
        answers: query.get('answers') ?? undefined,
        ids: fragment.show === 'compare' ? (query.get('ids') ?? undefined) : undefined,
      };
      const address = listingAddress(url, category, named, brand);
      const ofBrand = brand && !named;
      return {
        model: {
          navigation,
          vehicle,
          brand,
          listing: listing ?? null,
          isListingMissing: read === null,
          manufacturers: manufacturers && sortedFor(edition, manufacturers).popular,
          picker,
          show: choice.show ?? null,
          compared: comparedIn(query),
          problem,
        },
        isFragment: query.has('fragment'),
        drawings: await loadDrawings(request, photograph, listing?.spareParts ?? []),
        crumbs: ofBrand
          ? [
              homeCrumb(url, t),
              { label: brand.name, href: url('brand', { brand }) },
              { label: category.title, href: address },
            ]
          : [
              ...vehicleCrumbs(url, t, named),
              ...[...navigation.ancestors, category].map((step) => ({
                label: step.title,
                href: categoryHref(url, step, named),
              })),
            ],
        vehicle,
        address: addQuery(address, choice),
        canonical: addQuery(ofBrand ? address : categoryHref(url, category, named), { page: choice.page }),
        alternate: (other, otherUrl) =>
          addQuery(
            listingAddress(otherUrl, { ...category, seoAlias: category.seoAliases[other.language] }, named, brand),
            choice,
          ),
      };
    },
    view: (model) => <CategoryView model={model} />,
    cache: 'shared',
    query: [kbaTypeParameter, ...listingParameters, answersParameter, 'show', 'fragment', comparedParameter],
    post: (visit) => filterListing(visit, kbaTypeOf(visit.request.body), texts),
    head: (loaded, { t, format, match, query }) => {
      const { vehicle, brand, listing, isListingMissing } = loaded.model;
      // The group in brackets would push the vehicle beyond the length that search engines show.
      const category = categoryOf(loaded).title;
      const values = {
        category: brand ? t('brand:inCategory', { category, brand: brand.name }) : category,
        vehicle: vehicle ? exactVehicleName(vehicle, format) : '',
      };
      const title = vehicle ? t('meta:vehicleCategory.title', values) : t('meta:category.title', values);
      const isEmpty = listing?.resultCount === 0;
      const page = pageNumber(query);
      const isChoice =
        query.has('f') || query.has('sort') || query.has('kbaTypeId') || query.has('show') || query.has('answers');
      return {
        title: page > 1 ? t('meta:page', { title, page }) : title,
        description: vehicle ? t('meta:vehicleCategory.description', values) : t('meta:category.description', values),
        // D47: a vehicle with a brand. D58: an empty listing, or one that failed to load.
        isIndexed: !isListingMissing && !isChoice && !(brand && match.tail?.type) && !isEmpty,
      };
    },
  });
