import type { Product } from '../../server/contract/articles.js';
import { usePage } from '../context.js';
import { keepPlaceholders } from '../formats.js';
import { withQuery } from '../with-query.js';
import { ProductList } from './product-list.js';
import './compare-choice.css';

/** Id of the element around a category's list, with or without the choice. */
const mainList = 'liste';

/** Returns the address of a list in which the visitor chooses products to compare, with those chosen so far. */
export function choosingPath(path: string, ids: readonly string[], listId = mainList): string {
  const address = withQuery(path, { show: 'compare' });
  return `${address}${ids.length > 0 ? `&ids=${ids.join('.')}` : ''}#${listId}`;
}

/** Returns the products that a page's address has chosen; null if its lists are for reading. */
export function chosenIn(path: string): readonly string[] | null {
  const values = new URLSearchParams(path.split('?')[1]);
  return values.get('show') === 'compare' ? (values.get('ids')?.split('.') ?? []) : null;
}

/** Link that turns a list into one to choose from, which script loads (P54). @param listId id of the list's element */
export function ChooseLink({ listId = mainList }: { listId?: string }) {
  const { t, path } = usePage();
  return (
    <a href={choosingPath(path, [], listId)} rel="nofollow" data-fragment={listId}>
      {t('compare:choose')}
    </a>
  );
}

interface Props {
  products: readonly Product[];
  modelId: string | undefined;
  /** Ids chosen so far, also on other pages. */
  ids: readonly string[];
  listId?: string;
}
/** A list whose rows can be chosen, and the button that compares them: a plain form. */
export function CompareChoice({ products, modelId, ids, listId = mainList }: Props) {
  const { t, url, path, edition } = usePage();
  // The style sheet writes the number of choices between both parts, so that it is right without script.
  const [before, after] = t('compare:chosen', keepPlaceholders).split('{{number}}');
  const elsewhere = ids.filter((id) => products.every((product) => product.id !== id));
  return (
    <form method="post" action={url('compare', { ids: [] })}>
      <input type="hidden" name="locale" value={edition.locale} />
      {modelId && <input type="hidden" name="modelId" value={modelId} />}
      {elsewhere.length > 0 && <input type="hidden" name="ids" value={elsewhere.join('.')} />}
      {elsewhere.map((id) => (
        <span key={id} className="chosen-elsewhere" />
      ))}
      <ProductList products={products} modelId={modelId} chosen={new Set(ids)} />
      <p className="choice-bar">
        <button type="submit" className="button filled">
          <span className="none">{t('compare:choose')}</span>
          <span className="some">
            {before}
            <span />
            {after}
          </span>
        </button>
        <a className="button" href={`${withQuery(path, { show: undefined, ids: undefined })}#${listId}`}>
          {t('compare:stop')}
        </a>
      </p>
    </form>
  );
}
