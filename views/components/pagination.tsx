import { usePage } from '../context.js';
import { withQuery } from '../with-query.js';
import './pagination.css';

/** Returns the page's address with another page number; filters and order stay. */
export const pagePath = (path: string, page: number): string =>
  withQuery(path, { page: page > 1 ? String(page) : undefined });

/** Returns the page numbers to show: first, last and neighbours; 0 is a gap. */
export function shownPages(page: number, count: number): number[] {
  const near = [1, page - 1, page, page + 1, count].filter((each) => each >= 1 && each <= count);
  const pages = [...new Set(near)].sort((a, b) => a - b);
  return pages.flatMap((each, index) => (index > 0 && each - (pages[index - 1] ?? 0) > 1 ? [0, each] : [each]));
}

/** Links to existing pages of a list. */
export function Pagination({ page, count }: { page: number; count: number }) {
  const { t, path } = usePage();
  if (count <= 1) return null;
  return (
    <nav className="pagination" aria-label={t('category:pages.label')}>
      {page > 1 && (
        <a className="button" rel="prev" href={pagePath(path, page - 1)}>
          {t('category:pages.previous')}
        </a>
      )}
      {shownPages(page, count).map((each, index) =>
        each === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has nothing but its place.
          <span key={`gap${index}`}>…</span>
        ) : (
          <a
            key={each}
            className="button"
            href={pagePath(path, each)}
            aria-current={each === page ? 'page' : undefined}
            aria-label={t('category:pages.number', { page: each })}
          >
            {each}
          </a>
        ),
      )}
      {page < count && (
        <a className="button" rel="next" href={pagePath(path, page + 1)}>
          {t('category:pages.next')}
        </a>
      )}
    </nav>
  );
}
