import type { Category } from '../../server/contract/catalogue.js';
import type { FullTextResult } from '../../server/contract/search.js';
import type { Vehicle } from '../../server/contract/vehicles.js';
import { categoryHref } from '../catalogue-links.js';
import { displayTitle, vehicleName } from '../catalogue-names.js';
import { FitIcons } from '../components/fit-icons.js';
import { LinkList } from '../components/link-list.js';
import { isFiltered, ListingFilter, ListingOrder, offeredFilters } from '../components/listing-filter.js';
import { NothingFound } from '../components/nothing-found.js';
import { Pagination } from '../components/pagination.js';
import { ProductSection } from '../components/product-section.js';
import { Choices, Help, Notes } from '../components/search-reading.js';
import { Section } from '../components/section.js';
import { usePage } from '../context.js';
import type { FullTextModel, SearchSpelling } from '../search-models.js';
import './full-text.view.css';

interface Props {
  id: string;
  title: string;
  categories: readonly Category[];
  vehicle: Vehicle | null;
  /** Name of several cars without a common address; links search the category with this name. */
  family?: string | null;
  /** Filters that the search derived from words. */
  f: string;
}
function Categories({ id, title, categories, vehicle, family = null, f }: Props) {
  const { url } = usePage();
  if (categories.length === 0) return null;
  return (
    <Section id={id} title={title}>
      <LinkList
        entries={categories.map((category) => ({
          href: family
            ? url('fullText', { query: `${family} ${category.title}` })
            : categoryHref(url, category, vehicle) + (f && category.isLeaf ? `?f=${f}` : ''),
          label: displayTitle(category),
          linked: true,
        }))}
      />
    </Section>
  );
}

/** The corrected or suggested search, and a link to the search as typed. */
function Spelling({ query, spelling }: { query: string; spelling: SearchSpelling }) {
  const { t } = usePage();
  const { term, words, href, exactHref } = spelling;
  return (
    <div className="note space-above">
      {words.length === 0 && (
        <a href={href} rel="nofollow">
          {t('search:text.meant', { term })}
        </a>
      )}
      {words.map(({ from, to }) => (
        <p key={from}>{t('search:text.corrected', { from, to })}</p>
      ))}
      {exactHref && (
        <p className="space-above">
          <a href={exactHref} rel="nofollow">
            {t('search:text.exact', { query })}
          </a>
        </p>
      )}
    </div>
  );
}

/** The part that the shop lacks for the car, and where the shop has it. */
function Absent({
  absent,
  about,
  name,
}: {
  absent: NonNullable<FullTextResult['absent']>;
  about: Vehicle;
  name: string;
}) {
  const { t, url } = usePage();
  const { category, isForOthers } = absent;
  return (
    <div className="note space-above">
      <p>{t('search:text.absent', { part: category.title, vehicle: name })}</p>
      {isForOthers && (
        <p>
          <a href={categoryHref(url, category, { ...about, model: null })}>{t('search:text.otherEngines')}</a>
        </p>
      )}
      <p>
        <a href={categoryHref(url, category, null)}>{t('search:text.everyCar', { part: category.title })}</a>
      </p>
    </div>
  );
}

/** Returns the path below /api that counts the results of a search after a choice of filters. */
function requestedVehicle({ query, context, isAsTyped, result }: FullTextModel): string {
  const parameters = new URLSearchParams({ ...context, ...(isAsTyped ? { exact: '1' } : {}) });
  return `/Volltextsuche/${encodeURIComponent(result.reading.rest || query)}?${parameters}`;
}

/** Returns the name of the car: several generations have the name of their family. */
function aboutName(about: Vehicle, choices: FullTextResult['choices']): string {
  const [first] = choices;
  const isFamily = first !== undefined && first.model === null && !about.seriesPage;
  const family = isFamily ? first.seriesFamily?.name : undefined;
  const isOne = choices.every(({ seriesFamily }) => seriesFamily?.name === family);
  return family && isOne ? `${about.manufacturer.name} ${family}` : vehicleName(about);
}

const categoryCount = ({ vehicleSpecific, universal, specific }: FullTextResult): number =>
  vehicleSpecific.length + universal.length + specific.length;

/** The found products, with filters as in a listing. */
function Products({ model, about, name }: { model: FullTextModel; about: Vehicle | null; name: string }) {
  const { t, url } = usePage();
  const { result, read } = model;
  const { withoutCar } = result.reading;
  const { products, universalProducts, page, availablePageCount, resultCount } = result;
  const filters = offeredFilters(result);
  if (resultCount === 0 && !isFiltered(result)) return null;
  const modelId = about?.model?.id;
  const car = withoutCar ? { label: name, href: url('fullText', { query: withoutCar }) } : null;
  return (
    <div className={filters.length > 0 ? 'listing with-filter' : 'listing'}>
      {filters.length > 0 && <ListingFilter filters={filters} asked={requestedVehicle(model)} path={read} />}
      <div id="liste">
        <ListingOrder sort={result.sort} filters={filters} usual={t('search:text.best')} path={read} car={car} />
        {resultCount === 0 && (
          <div className="note space-above">
            <p>{t('category:empty.filtered')}</p>
          </div>
        )}
        <ProductSection
          id="products"
          title={about ? t('search:text.productsFor', { vehicle: name }) : t('search:text.products')}
          products={products}
          modelId={modelId}
        />
        <ProductSection
          id="universal-products"
          title={t('search:text.universalProducts')}
          products={universalProducts}
          modelId={modelId}
        />
        <Pagination page={page} count={availablePageCount} />
      </div>
    </div>
  );
}

/** Results of a search: those for the vehicle first, then universal ones, then all others (specification 2). */
export function FullTextView({ model }: { model: FullTextModel }) {
  const { query, spelling, result, vehicle, popular, problem } = model;
  const { t, format, url } = usePage();
  const { vehicleSpecific, universal, specific, products, universalProducts, resultCount, page } = result;
  const { f, notes } = result.reading;
  // Filters concern articles only, so categories are hidden.
  const hasFilter = isFiltered(result);
  const isFound = resultCount > 0 || hasFilter || categoryCount(result) > 0;
  // Another sentence already explains words that lead to a page of the shop or to nothing.
  const isShownAlready = !isFound || model.help.length > 0;
  const reading = { ...result.reading, notes: notes.filter(({ kind }) => !isShownAlready || kind !== 'unknown') };
  // A car in the words takes precedence.
  const about = result.vehicle ?? vehicle;
  const name = about ? aboutName(about, result.choices) : '';
  return (
    <>
      <FitIcons products={[...products, ...universalProducts]} />
      <h1>{t('search:text.title', { query })}</h1>
      {problem && (
        <p className="note error space-above" role="alert">
          {problem.message}
        </p>
      )}
      {isFound ? (
        <p className="listing-count small soft">
          {t(result.isCut && resultCount > 0 ? 'search:text.bestResults' : 'search:text.results', {
            count: resultCount,
            number: format.number(resultCount),
          })}{' '}
          {t('part:pricesFor', { country: format.country(result.country) })}{' '}
          <a href={url('information', { page: 'ranking' })}>{t('part:ranking')}</a>
        </p>
      ) : result.absent && about ? (
        <Absent absent={result.absent} about={about} name={name} />
      ) : (
        <div className="note space-above">
          <p>{t('search:text.none', { query })}</p>
          <p className="space-above">{t('search:text.hint')}</p>
        </div>
      )}
      <Notes reading={reading} name={name} own={model.isOtherCar ? vehicle : null} hasHits={resultCount > 0} />
      {spelling && <Spelling query={query} spelling={spelling} />}
      <Help help={model.help} />
      {!isFound && <NothingFound popular={popular} />}
      {page === 1 && (!hasFilter || result.reading.f !== '') && (
        <>
          <Choices {...result} />
          <Categories
            id="vehicle"
            title={t('search:text.vehicle', { vehicle: name })}
            categories={vehicleSpecific}
            f={f}
            vehicle={about}
            family={about && name !== vehicleName(about) ? name : null}
          />
          <Categories id="universal" title={t('search:text.universal')} categories={universal} vehicle={null} f={f} />
          <Categories id="categories" title={t('search:text.specific')} categories={specific} vehicle={null} f={f} />
        </>
      )}
      <Products model={model} about={about} name={name} />
    </>
  );
}
