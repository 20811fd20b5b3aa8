import { usePage } from '../context.js';
import type { SearchContext } from '../islands/search-box.props.js';
import './search-form.css';

/** The search form beside its results, with the same term and vehicle. */
export function SearchForm({ term, context }: { term: string; context: SearchContext | null }) {
  const { t, url } = usePage();
  return (
    <form className="search-form" action={url('search', {})}>
      {context && <input type="hidden" name={context[0]} value={context[1]} />}
      <input
        name="query"
        type="search"
        required
        defaultValue={term}
        aria-label={t('search:again')}
        autoComplete="off"
      />
      <button type="submit" className="button filled">
        {t('layout:search.submit')}
      </button>
    </form>
  );
}
