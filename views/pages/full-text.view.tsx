import type { ReactNode } from 'react';
import type { Category, Vehicle } from '../../server/api/contract.js';
import { categoryHref } from '../catalogue-links.js';
import { displayTitle, vehicleName } from '../catalogue-names.js';
import { FitIcons } from '../components/fit-icons.js';
import { LinkList } from '../components/link-list.js';
import { NothingFound } from '../components/nothing-found.js';
import { ProductSection } from '../components/product-section.js';
import { SearchForm } from '../components/search-form.js';
import { Section } from '../components/section.js';
import { usePage } from '../context.js';
import { searchContext } from '../islands/search-box.props.js';
import type { FullTextModel, SearchCorrection } from '../models.js';

interface Props {
  id: string;
  title: string;
  categories: readonly Category[];
  vehicle: Vehicle | null;
}
function Categories({ id, title, categories, vehicle }: Props): ReactNode {
  const { url } = usePage();
  if (categories.length === 0) return null;
  return (
    <Section id={id} title={title}>
      <LinkList
        entries={categories.map((category) => ({
          href: categoryHref(url, category, vehicle),
          label: displayTitle(category),
          linked: true,
        }))}
      />
    </Section>
  );
}

/** What was searched for instead of words with mistakes, and the way to the words as they were typed. */
function Correction({ query, correction }: { query: string; correction: SearchCorrection }): ReactNode {
  const { t } = usePage();
  const { term, words, href, exactHref } = correction;
  return (
    <div className="note mt">
      <p>
        <a href={href} rel="nofollow">
          {t('search:text.meant', { term })}
        </a>
      </p>
      {words.map(({ from, to }) => (
        <p key={from}>{t('search:text.corrected', { from, to })}</p>
      ))}
      {exactHref && (
        <p className="mt">
          <a href={exactHref} rel="nofollow">
            {t('search:text.exact', { query })}
          </a>
        </p>
      )}
    </div>
  );
}

/** What words have found: for the vehicle in context first, then what fits every car, then the rest (specification 2). */
export function FullTextView({ model }: { model: FullTextModel }): ReactNode {
  const { query, correction, result, vehicle, popular } = model;
  const { t, format, country, url } = usePage();
  const { results, vehicleSpecific, universal, specific, products, universalProducts } = result;
  // The words may name a car themselves.
  const about = result.vehicle ?? vehicle;
  const name = about ? vehicleName(about) : '';
  return (
    <>
      <FitIcons products={[...products, ...universalProducts]} />
      <h1>{t('search:text.title', { query })}</h1>
      {results > 0 ? (
        <p className="lead">
          {t('search:text.results', { count: results, number: format.number(results) })}{' '}
          {t('part:pricesFor', { country: format.country(country) })} {t('law:rankingSearch')}{' '}
          <a href={url('information', { page: 'ranking' })}>{t('part:ranking')}</a>
        </p>
      ) : (
        <div className="note mt">
          <p>{t('search:text.none', { query })}</p>
          <p className="mt">{t('search:text.hint')}</p>
        </div>
      )}
      {correction && <Correction query={query} correction={correction} />}
      <SearchForm term={query} context={searchContext(vehicle)} />
      {results === 0 && <NothingFound popular={popular} />}
      <Categories
        id="vehicle"
        title={t('search:text.vehicle', { vehicle: name })}
        categories={vehicleSpecific}
        vehicle={about}
      />
      <Categories id="universal" title={t('search:text.universal')} categories={universal} vehicle={null} />
      <Categories id="categories" title={t('search:text.specific')} categories={specific} vehicle={null} />
      <ProductSection
        id="products"
        title={about ? t('search:text.productsFor', { vehicle: name }) : t('search:text.products')}
        products={products}
        modelId={about?.model?.id}
      />
      <ProductSection
        id="universal-products"
        title={t('search:text.universalProducts')}
        products={universalProducts}
        modelId={about?.model?.id}
      />
    </>
  );
}
