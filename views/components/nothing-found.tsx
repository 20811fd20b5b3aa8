import type { CategoryNode } from '../../server/contract/catalogue.js';
import { categoryHref } from '../catalogue-links.js';
import { displayTitle } from '../catalogue-names.js';
import { usePage } from '../context.js';
import { LinkList } from './link-list.js';
import { Section } from './section.js';

/** Ways to continue after a search without results: by vehicle, or by popular categories. */
export function NothingFound({ popular }: { popular: readonly CategoryNode[] }) {
  const { t, url } = usePage();
  return (
    <>
      <p className="space-above">
        <a className="button" href={url('vehicles', {})}>
          {t('islands:panel.choose')}
        </a>
      </p>
      {popular.length > 0 && (
        <Section id="popular" title={t('vehicle:popular')}>
          <LinkList
            entries={popular.map((category) => ({
              href: categoryHref(url, category, null),
              label: displayTitle(category),
              linked: true,
            }))}
          />
        </Section>
      )}
    </>
  );
}
