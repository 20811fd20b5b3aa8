import type { Listing } from '../../server/contract/articles.js';
import type { Category } from '../../server/contract/catalogue.js';
import { categoryHref, categoryKind } from '../catalogue-links.js';
import { displayTitle, vehicleName } from '../catalogue-names.js';
import { CategoryList } from '../components/category-list.js';
import { CategoryTiles } from '../components/category-tiles.js';
import { CouldNotLoad } from '../components/could-not-load.js';
import { FitIcons } from '../components/fit-icons.js';
import { type LinkEntry, LinkList } from '../components/link-list.js';
import { isFiltered, ListingFilter, ListingOrder, offeredFilters } from '../components/listing-filter.js';
import { Pagination } from '../components/pagination.js';
import { PickerSection, withPicker } from '../components/picker-panel.js';
import { ProductList } from '../components/product-list.js';
import { type PageContext, usePage } from '../context.js';
import { IconSprite } from '../layout/icons.js';
import { isLinked } from '../link-rules.js';
import type { CategoryModel } from '../models.js';

function Products({ listing, modelId }: { listing: Listing; modelId: string | undefined }) {
  const { t, format, url } = usePage();
  const filters = offeredFilters(listing);
  return (
    <div className={filters.length > 0 ? 'listing with-filter' : 'listing'}>
      {filters.length > 0 && <ListingFilter filters={filters} />}
      <div id="liste">
        <h2 className="visually-hidden">{t('part:head.article')}</h2>
        <ListingOrder sort={listing.sort} filters={filters} />
        <p className="listing-count small soft">
          {t('part:articles', { count: listing.resultCount, number: format.number(listing.resultCount) })}.{' '}
          {t('part:pricesFor', { country: format.country(listing.country) })} {t('law:rankingList')}{' '}
          <a href={url('information', { page: 'ranking' })}>{t('part:ranking')}</a>
        </p>
        <ProductList products={listing.spareParts} modelId={modelId} />
        <Pagination page={listing.page} count={listing.availablePageCount} />
      </div>
    </div>
  );
}

/** Ways to the same category beside a broader or a narrower vehicle, one step each (D9). */
function neighbours({ url, t }: PageContext, model: CategoryModel, category: Category): LinkEntry[] {
  const { vehicle, brand, manufacturers, navigation } = model;
  const kind = categoryKind(vehicle);
  const linked = (to: Parameters<typeof isLinked>[1]): boolean => isLinked(kind, to, category.popularity);
  if (brand) {
    return [
      { href: url('brand', { brand }), label: t('brand:ofBrand', { brand: brand.name }), linked: true },
      {
        href: categoryHref(url, category, vehicle),
        label: t('brand:ofAll', { category: category.title }),
        linked: true,
      },
    ];
  }
  if (category.isUniversal) return [];
  if (!vehicle) {
    return (manufacturers ?? []).map((manufacturer) => ({
      href: url('manufacturerCategory', { category, manufacturer }),
      label: manufacturer.name,
      linked: linked('manufacturerCategory'),
    }));
  }
  const { manufacturer, seriesPage } = vehicle;
  const forAll: LinkEntry = {
    href: categoryHref(url, category, null),
    label: t('category:forAll', { category: category.title }),
    linked: linked('category'),
  };
  if (vehicle.model && seriesPage) {
    return [
      {
        href: url('seriesCategory', { category, seriesPage }),
        label: t('category:forVehicle', {
          category: category.title,
          vehicle: vehicleName({ ...vehicle, model: null }),
        }),
        linked: linked('seriesCategory'),
      },
      forAll,
    ];
  }
  if (seriesPage) {
    return [
      {
        href: url('manufacturerCategory', { category, manufacturer }),
        label: t('category:forVehicle', { category: category.title, vehicle: manufacturer.name }),
        linked: linked('manufacturerCategory'),
      },
      forAll,
    ];
  }
  return [
    forAll,
    ...navigation.seriesPages.map((page) => ({
      href: url('seriesCategory', { category, seriesPage: page }),
      label: vehicleName({ ...vehicle, seriesPage: page }),
      linked: linked('seriesCategory'),
    })),
  ];
}

function Empty({ model, category }: { model: CategoryModel; category: Category }) {
  const { t, url } = usePage();
  const { vehicle, navigation, listing } = model;
  const above = navigation.ancestors.at(-1);
  return (
    <div className="note space-above">
      <p>
        {listing && isFiltered(listing)
          ? t('category:empty.filtered')
          : vehicle
            ? t('category:empty.vehicle', { category: category.title, vehicle: vehicleName(vehicle) })
            : t('category:empty.none', { category: category.title })}
      </p>
      {above && (
        <p className="space-above">
          <a href={categoryHref(url, above, vehicle)}>{t('category:empty.above', { category: above.title })}</a>
        </p>
      )}
    </div>
  );
}

/** A category of the catalogue: what is in it, or its products, for one vehicle, a family of them, or all. */
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
  const more = neighbours(page, model, category);
  return (
    <>
      <FitIcons products={listing?.spareParts ?? []} />
      <IconSprite names={['sort', 'x']} />
      <h1>{name ? t('category:forVehicle', { category: title, vehicle: name }) : title}</h1>
      {model.problem && (
        <p className="note error space-above" role="alert">
          {model.problem.message}
        </p>
      )}
      {!brand && category.description && <p className="lead">{category.description}</p>}
      {!category.isUniversal && !brand && (
        <PickerSection
          full={withPicker(page, model.isPicking)}
          model={model.picker}
          linkText={chosen ? t('category:otherVehicle') : t('category:chooseVehicle')}
        />
      )}
      {listing && listing.resultCount > 0 && <Products listing={listing} modelId={chosen?.id} />}
      {listing && listing.resultCount === 0 && (
        <>
          <Empty model={model} category={category} />
          {offeredFilters(listing).length > 0 && (
            <div className="listing with-filter">
              <ListingFilter filters={offeredFilters(listing)} />
              <div id="liste">
                <ListingOrder sort={listing.sort} filters={offeredFilters(listing)} />
              </div>
            </div>
          )}
        </>
      )}
      {isListingMissing && <CouldNotLoad>{t('layout:missing.products')}</CouldNotLoad>}
      {!listing && !isListingMissing && (
        <>
          <section>
            <div className="section-head">
              <h2>{t('category:below')}</h2>
            </div>
            <CategoryTiles categories={navigation.categories} vehicle={vehicle} from={kind} />
          </section>
          <CategoryList title={t('vehicle:popular')} categories={navigation.popular} vehicle={vehicle} from={kind} />
        </>
      )}
      {(more.length > 0 || model.manufacturers === null) && (
        <section>
          <div className="section-head">
            <h2>
              {brand
                ? t('brand:more')
                : vehicle
                  ? t('category:moreVehicles')
                  : t('category:byManufacturer', { category: category.title })}
            </h2>
          </div>
          {model.manufacturers === null ? (
            <CouldNotLoad>{t('layout:missing.manufacturers')}</CouldNotLoad>
          ) : (
            <LinkList entries={more} />
          )}
        </section>
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
