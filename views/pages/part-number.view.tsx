import { FitIcons } from '../components/fit-icons.js';
import { NothingFound } from '../components/nothing-found.js';
import { ProductSection } from '../components/product-section.js';
import { SearchForm } from '../components/search-form.js';
import { usePage } from '../context.js';
import type { PartNumberModel } from '../search-models.js';

/** Meanings of a part number, the most certain first; without a hit, ways to continue (D58). */
export function PartNumberView({ model: { result, filters, modelId, popular } }: { model: PartNumberModel }) {
  const { t, format, country, url } = usePage();
  const { number, exact, crossReferences, similar } = result;
  const isFound = exact.length + crossReferences.length + similar.length > 0;
  return (
    <>
      <FitIcons products={[...exact, ...crossReferences.flatMap(({ products }) => products), ...similar]} />
      <h1>{t('search:number.title', { number })}</h1>
      {isFound ? (
        <p className="lead small">
          {t('search:number.lead')} {t('part:pricesFor', { country: format.country(country) })}{' '}
          <a href={url('information', { page: 'ranking' })}>{t('part:ranking')}</a>
        </p>
      ) : (
        <div className="note space-above">
          <p>{t('search:number.none', { number })}</p>
          <p className="space-above">{t('search:number.hint')}</p>
        </div>
      )}
      {filters.length > 0 && (
        <p className="space-above">
          {t('search:number.narrowed', { filters: filters.join(', ') })}{' '}
          <a href={url('partNumber', { number, modelId })} rel="nofollow">
            {t('search:number.widen')}
          </a>
        </p>
      )}
      {!isFound && <SearchForm term={number} context={modelId ? ['modelId', modelId] : null} />}
      {!isFound && <NothingFound popular={popular} />}
      <ProductSection id="exact" title={t('search:number.exact', { number })} products={exact} modelId={modelId} />
      {crossReferences.map(({ manufacturer, number: written, products }, index) => (
        <ProductSection
          key={`${manufacturer} ${written}`}
          id={`oe${index + 1}`}
          title={t('search:number.cross', { manufacturer, number: written })}
          products={products}
          modelId={modelId}
        />
      ))}
      <ProductSection id="similar" title={t('search:number.similar')} products={similar} modelId={modelId} />
    </>
  );
}
