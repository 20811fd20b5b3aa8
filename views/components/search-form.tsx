import type { ReactNode } from 'react';
import { usePage } from '../context.js';
import './search-form.css';

/** The search once more, beside what it has found or not found. */
export function SearchForm({ term }: { term: string }): ReactNode {
  const { t, url } = usePage();
  return (
    <form className="sf" action={url('search', {})}>
      <input
        name="query"
        type="search"
        required
        defaultValue={term}
        aria-label={t('search:again')}
        autoComplete="off"
      />
      <button type="submit" className="b ink">
        {t('layout:search.submit')}
      </button>
    </form>
  );
}
