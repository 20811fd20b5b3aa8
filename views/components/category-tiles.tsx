import type { CategoryNode } from '../../server/contract/catalogue.js';
import type { Vehicle } from '../../server/contract/vehicles.js';
import { categoryHref, categoryKind } from '../catalogue-links.js';
import { titlesInLine } from '../catalogue-names.js';
import { usePage } from '../context.js';
import { isLinked, type PageKind } from '../link-rules.js';
import { CategoryPicture } from './category-picture.js';
import { CouldNotLoad } from './could-not-load.js';
import { NavLink } from './nav-link.js';
import { Section } from './section.js';
import './category-tiles.css';

interface Props {
  categories: readonly CategoryNode[];
  vehicle: Vehicle | null;
  from: PageKind;
}

/** Categories with a drawing, their subcategories, and their number of parts for the vehicle. */
export function CategoryTiles({ categories, vehicle, from }: Props) {
  const { t, url, format, edition } = usePage();
  const kind = categoryKind(vehicle);
  return (
    <ul className="category-tiles">
      {categories.map((category) => (
        <li key={category.id} className={category.resultCount === 0 ? 'no-parts' : undefined}>
          <CategoryPicture category={category} width={200} height={150} />
          <NavLink
            href={categoryHref(url, category, vehicle)}
            linked={category.resultCount > 0 && isLinked(from, kind, category.popularity)}
            isHeading
          >
            {category.title}
          </NavLink>
          {category.children.length > 0 && (
            <p>
              {titlesInLine(
                category.children.slice(0, 3).map(({ title }) => title),
                edition.language,
              )}
            </p>
          )}
          <p>{t('part:articles', { count: category.resultCount, number: format.number(category.resultCount) })}</p>
        </li>
      ))}
    </ul>
  );
}

interface SectionProps extends Omit<Props, 'categories'> {
  title: string;
  /** Undefined if they could not be loaded; the section then says so. */
  categories: readonly CategoryNode[] | undefined;
}
export function CategorySection({ title, categories, ...about }: SectionProps) {
  const { t } = usePage();
  return (
    <Section heading="h-cat" title={title}>
      {categories ? (
        <CategoryTiles categories={categories} {...about} />
      ) : (
        <CouldNotLoad>{t('layout:missing.categories')}</CouldNotLoad>
      )}
    </Section>
  );
}
