import { displayTitle } from '../catalogue-names.js';
import { FitIcons } from '../components/fit-icons.js';
import { LinkList } from '../components/link-list.js';
import { LogoOrMonogram } from '../components/logo-or-monogram.js';
import { ProductSection } from '../components/product-section.js';
import { Section } from '../components/section.js';
import { usePage } from '../context.js';
import type { BrandModel } from '../models.js';

/** A brand: its description, its categories, and its most popular ones. */
export function BrandView({ model }: { model: BrandModel }) {
  const { t, url, format, country, edition } = usePage();
  const { brand, products } = model.detail;
  // A brand may have over a hundred categories, so they are sorted by name.
  const categories = model.detail.categories
    .map((category) => ({ category, label: displayTitle(category) }))
    .sort((a, b) => a.label.localeCompare(b.label, edition.locale));
  return (
    <>
      <FitIcons products={products} />
      <LogoOrMonogram kind="brands" {...brand} />
      <h1>{t('brand:title', { brand: brand.name })}</h1>
      {brand.description && <p className="lead">{brand.description}</p>}
      <p className="space-above">
        {t('part:articles', { count: brand.articleCount, number: format.number(brand.articleCount) })}
        {' · '}
        <a href={url('information', { page: 'brands' })}>{t('brand:all')}</a>
      </p>
      {categories.length > 0 && (
        <Section id="categories" title={t('brand:categories', { brand: brand.name })}>
          <LinkList
            entries={categories.map(({ category, label }) => ({
              href: url('brandCategory', { brand, category }),
              label,
              linked: true,
              note: format.number(category.resultCount),
            }))}
          />
        </Section>
      )}
      <ProductSection
        id="products"
        title={t('brand:popular', { brand: brand.name })}
        note={<span className="small soft">{t('part:pricesFor', { country: format.country(country) })}</span>}
        products={products}
      />
      {products.length === 0 && <p className="note space-above">{t('brand:none', { brand: brand.name })}</p>}
    </>
  );
}
