import type { CategoryNode } from '../../server/contract/catalogue.js';
import type { Vehicle } from '../../server/contract/vehicles.js';
import { categoryHref, categoryKind } from '../catalogue-links.js';
import { displayTitle } from '../catalogue-names.js';
import { usePage } from '../context.js';
import { isLinked, type PageKind } from '../link-rules.js';
import { LinkList } from './link-list.js';
import { Section } from './section.js';

interface Props {
  title: string;
  categories: readonly CategoryNode[];
  vehicle: Vehicle | null;
  from: PageKind;
}

/** Categories as a list with their counts: the most popular ones, or those that need no vehicle. */
export function CategoryList({ title, categories, vehicle, from }: Props) {
  const { url, format } = usePage();
  if (categories.length === 0) return null;
  const kind = categoryKind(vehicle);
  return (
    <Section title={title}>
      <LinkList
        entries={categories.map((category) => ({
          href: categoryHref(url, category, vehicle),
          label: displayTitle(category),
          linked: isLinked(from, kind, category.popularity),
          note: format.number(category.resultCount),
        }))}
      />
    </Section>
  );
}
