import type { ReactNode } from 'react';
import type { Listing } from '../../server/contract/articles.js';
import type { Category, CategoryDetail } from '../../server/contract/catalogue.js';
import { ByState } from '../by-state.js';
import { Cached } from '../cached.js';
import { categoryHref, categoryKind, ownPage } from '../catalogue-links.js';
import { displayTitle, vehicleName } from '../catalogue-names.js';
import { CategoryTiles } from '../components/category-tiles.js';
import { ChooseLink, CompareChoice } from '../components/compare-choice.js';
import { CouldNotLoad } from '../components/could-not-load.js';
import { DecidingMeasures } from '../components/deciding-measures.js';
import { FitIcons } from '../components/fit-icons.js';
import { type LinkEntry, LinkList } from '../components/link-list.js';
import { isFiltered, ListingFilter, ListingOrder, offeredFilters } from '../components/listing-filter.js';
import { OwnLink } from '../components/own-place.js';
import { Pagination } from '../components/pagination.js';
import { PickerSection, withPicker } from '../components/picker-panel.js';
import { ProductList } from '../components/product-list.js';
import { Section } from '../components/section.js';
import { type PageContext, usePage } from '../context.js';
import { keepPlaceholders } from '../formats.js';
import type { FilterProps } from '../islands/listing-filter.props.js';
import { keptOf } from '../kept-vehicle.js';
import { isLinked } from '../link-rules.js';
import type { LinkParameters } from '../links.js';
import { LowerStyle } from '../lower-style.js';
import type { CategoryModel } from '../models.js';
import { withQuery } from '../with-query.js';

type CategoryKind = 'category' | 'manufacturerCategory' | 'seriesCategory' | 'modelCategory';

/** Id of the advice of a category, or of the link to it. */
const adviceId = 'advice';

/** Number of products, price range, and links to the other sections. */
function About({ listing, category, show }: { listing: Listing } & Pick<ProductsProps, 'category' | 'show'>) {
  const { t, format, url, path } = usePage();
  const advice = category.description;
  return (
    <div id={adviceId} className="listing-count small soft">
      <p>
        {t('part:articles', { count: listing.resultCount, number: format.number(listing.resultCount) })}.{' '}
        {t('part:pricesFor', { country: format.country(listing.country) })}{' '}
        <a href={url('information', { page: 'ranking' })}>{t('part:ranking')}</a>
        {advice && show !== 'advice' && (
          <>
            {' · '}
            <a href={`${withQuery(path, { show: 'advice' })}#${adviceId}`} data-fragment={adviceId}>
              {t('category:advice')}
            </a>
          </>
        )}
        {show !== 'compare' && (
          <>
            {' · '}
            <ChooseLink />
          </>
        )}
      </p>
      {show === 'advice' && <p className="lead">{advice}</p>}
    </div>
  );
}

const isApproval = ({ key }: FilterProps): boolean => key === 'approval';
const isChosenApproval = (filter: FilterProps): boolean =>
  isApproval(filter) && filter.values.some(([, , , isActive]) => isActive);

/** Returns the heading for goods with the vehicle's required approval; null if that is unknown. */
function approvedTitle({ t, format }: PageContext, { vehicle, listing }: CategoryModel, isCounted = true): ReactNode {
  const kept = keptOf(vehicle);
  if (!kept || !listing?.approved) return null;
  const [own, named] = [t('category:approved.own', keepPlaceholders), t('category:approved.named', keepPlaceholders)];
  return (
    <>
      <ByState own={own} named={named} vehicle={kept} />
      {isCounted && ` (${format.number(listing.approved.count)})`}
    </>
  );
}

/** Returns the goods with the vehicle's required approval, or the page where the visitor chooses a vehicle for it. */
function approvedOf(page: PageContext, model: CategoryModel, category: Category, filters: readonly FilterProps[]) {
  const choice = model.listing?.approved;
  if (choice) return { choice, title: approvedTitle(page, model) };
  if (!category.isUniversal || model.vehicle || !filters.some(isApproval)) return null;
  return { href: `${page.url('vehicles', {})}?categoryId=${category.urlId}` };
}

interface ProductsProps extends Pick<CategoryModel, 'show' | 'vehicle' | 'compared'> {
  listing: Listing;
  filters: readonly FilterProps[];
  category: CategoryDetail;
  modelId: string | undefined;
  /** Heading of the approved goods, if they come first. */
  approved: ReactNode;
}
function Products({ listing, filters, category, modelId, show, vehicle, compared, approved }: ProductsProps) {
  const { t, url, path } = usePage();
  const headings = approved ? { approved, others: t('category:approved.others') } : undefined;
  const f = new URLSearchParams(path.split('?')[1]).get('f');
  // With active filters, the car is listed as one of them.
  const car =
    vehicle && f ? { label: vehicleName(vehicle), href: `${categoryHref(url, category, null)}?f=${f}` } : null;
  return (
    <div className={filters.length > 0 ? 'listing with-filter' : 'listing'}>
      {filters.length > 0 && <ListingFilter filters={filters} />}
      <div id="liste">
        <h2 className="visually-hidden">{t('part:head.article')}</h2>
        <div className="list-top">
          <ListingOrder sort={listing.sort} filters={filters} car={car} />
          <About listing={listing} category={category} show={show} />
        </div>
        {show === 'compare' ? (
          <CompareChoice products={listing.spareParts} modelId={modelId} ids={compared} />
        ) : (
          <Cached
            of={[listing]}
            variant={`products ${modelId}`}
            view={() => <ProductList products={listing.spareParts} modelId={modelId} headings={headings} />}
          />
        )}
        <Pagination page={listing.page} count={listing.availablePageCount} />
      </div>
    </div>
  );
}

/** Whether `neighbours` has links, or could not load them. */
const hasNeighbours = ({ vehicle, brand, manufacturers }: CategoryModel, { isUniversal }: Category): boolean =>
  brand !== null || (!isUniversal && (vehicle !== null || manufacturers?.length !== 0));

/** Links to the category for a broader or narrower vehicle, one step each (D9). */
function neighbours({ url, t, format }: PageContext, model: CategoryModel, category: Category): LinkEntry[] {
  const { vehicle, brand, manufacturers, navigation } = model;
  if (brand) {
    const ofAll = t('brand:ofAll', { category: category.title });
    return [
      { href: url('brand', { brand }), label: t('brand:ofBrand', { brand: brand.name }), linked: true },
      { href: categoryHref(url, category, vehicle), label: ofAll, linked: true },
    ];
  }
  const link = <Kind extends CategoryKind>(to: Kind, parameters: LinkParameters[Kind], label: string): LinkEntry => ({
    href: url(to, parameters),
    label,
    linked: isLinked(categoryKind(vehicle), to, category.popularity),
  });
  const title = (name: string): string => t('category:forVehicle', { category: category.title, vehicle: name });
  if (!vehicle)
    return (manufacturers ?? []).map((each) =>
      link('manufacturerCategory', { category, manufacturer: each }, each.name),
    );
  const { manufacturer, seriesPage } = vehicle;
  const forAll = link('category', { category }, t('category:forAll', { category: category.title }));
  if (!seriesPage)
    return [
      forAll,
      ...navigation.seriesPages.map((page) =>
        link('seriesCategory', { category, seriesPage: page }, vehicleName({ ...vehicle, seriesPage: page })),
      ),
    ];
  if (vehicle.model)
    return [link('seriesCategory', { category, seriesPage }, title(vehicleName({ ...vehicle, model: null }))), forAll];
  return [
    ...navigation.models.map(({ id, fullName, kw, ps }) => ({
      ...link('modelCategory', { category, seriesPage, modelId: id }, fullName),
      note: format.power(kw, ps),
    })),
    link('manufacturerCategory', { category, manufacturer }, title(manufacturer.name)),
    forAll,
  ];
}

function Empty({ model, category }: { model: CategoryModel; category: Category }) {
  const { t, url } = usePage();
  const { vehicle, navigation, listing } = model;
  const above = navigation.ancestors.at(-1);
  let reason = t('category:empty.none', { category: category.title });
  if (listing && isFiltered(listing)) reason = t('category:empty.filtered');
  else if (vehicle) reason = t('category:empty.vehicle', { category: category.title, vehicle: vehicleName(vehicle) });
  return (
    <div className="note space-above">
      <p>{reason}</p>
      {above && (
        <p className="space-above">
          <a href={categoryHref(url, above, vehicle)}>{t('category:empty.above', { category: above.title })}</a>
        </p>
      )}
    </div>
  );
}

/** A category with its subcategories or products, for one vehicle, a series, or all. */
export function CategoryView({ model }: { model: CategoryModel }) {
  const page = usePage();
  const { t } = page;
  const { navigation, vehicle, brand, listing, isListingMissing } = model;
  const { category } = navigation;
  if (!category) return null;
  const kind = categoryKind(vehicle);
  const name = vehicle && vehicleName(vehicle);
  const title = brand
    ? t('brand:inCategory', { category: displayTitle(category), brand: brand.name })
    : displayTitle(category);
  const chosen = vehicle?.model;
  let moreTitle = t('category:byManufacturer', { category: category.title });
  if (brand) moreTitle = t('brand:more');
  else if (vehicle) moreTitle = t('category:moreVehicles');
  const filters = listing ? offeredFilters(listing) : [];
  const picker = !category.isUniversal && !brand && (
    <PickerSection
      full={withPicker(page, model.show === 'picker')}
      model={model.picker}
      own={<OwnLink href={ownPage(page.path)} text={t('category:ownVehicle', keepPlaceholders)} />}
      linkText={chosen ? t('category:otherVehicle') : t('category:chooseVehicle')}
    />
  );
  return (
    <>
      <FitIcons products={listing?.spareParts ?? []} />
      <h1 className={name ? 'long' : undefined}>
        {name ? t('category:forVehicle', { category: title, vehicle: name }) : title}
      </h1>
      {model.problem && (
        <p className="note error space-above" role="alert">
          {model.problem.message}
        </p>
      )}
      {!brand && !listing && category.description && <p className="lead">{category.description}</p>}
      {!vehicle && picker}
      {!brand && navigation.categories.length > 0 && (
        <Section title={t('category:below')}>
          <Cached
            of={[navigation]}
            variant={`tiles ${kind}`}
            view={() => <CategoryTiles categories={navigation.categories} vehicle={vehicle} from={kind} />}
          />
        </Section>
      )}
      {listing && (
        <DecidingMeasures
          groups={listing.measures ?? []}
          filters={filters}
          approved={approvedOf(page, model, category, filters)}
        />
      )}
      {listing && listing.resultCount > 0 && (
        <Products
          {...model}
          listing={listing}
          filters={filters}
          category={category}
          modelId={chosen?.id}
          approved={approvedTitle(page, model, listing.approved?.isActive || !filters.some(isChosenApproval))}
        />
      )}
      {listing && listing.resultCount === 0 && (
        <>
          <Empty model={model} category={category} />
          {filters.length > 0 && (
            <div className="listing with-filter">
              <ListingFilter filters={filters} />
              <div id="liste">
                <ListingOrder sort={listing.sort} filters={filters} />
              </div>
            </div>
          )}
        </>
      )}
      {isListingMissing && <CouldNotLoad>{t('layout:missing.products')}</CouldNotLoad>}
      <LowerStyle />
      {vehicle && picker}
      {hasNeighbours(model, category) && (
        <Section title={moreTitle}>
          {model.manufacturers === null ? (
            <CouldNotLoad>{t('layout:missing.manufacturers')}</CouldNotLoad>
          ) : (
            <Cached
              of={[navigation, brand, model.manufacturers]}
              variant="neighbours"
              view={() => <LinkList entries={neighbours(page, model, category)} />}
            />
          )}
        </Section>
      )}
      {!brand && category.seoText && (
        <section>
          <h2>{t('category:about', { category: category.title })}</h2>
          <p className="lead">{category.seoText}</p>
        </section>
      )}
    </>
  );
}
