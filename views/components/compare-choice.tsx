import type { Product } from '../../server/contract/articles.js';
import { usePage } from '../context.js';
import { withQuery } from '../with-query.js';
import { ProductList } from './product-list.js';
import './compare-choice.css';

/** Element that the list of a category stands in, with or without the choice. */
const mainList = 'liste';

/** Address of a list where products are chosen to stand side by side, with those that are already. */
export function choosingPath(path: string, ids: readonly string[], listId = mainList): string {
  const address = withQuery(path, { show: 'compare' });
  return `${address}${ids.length > 0 ? `&ids=${ids.join('.')}` : ''}#${listId}`;
}

/** The products that a page's address has chosen already; null where its lists are there to read. */
export function chosenIn(path: string): readonly string[] | null {
  const values = new URLSearchParams(path.split('?')[1]);
  return values.get('show') === 'compare' ? (values.get('ids')?.split('.') ?? []) : null;
}

/** Turns a list into one to choose from; script brings it here (P54). @param listId element that the list stands in */
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
  /** Ids that are chosen already, some of them perhaps on other pages. */
  ids: readonly string[];
  listId?: string;
}
/** A list whose rows are chosen by a tap, and the button that shows them side by side: a plain form. */
export function CompareChoice({ products, modelId, ids, listId = mainList }: Props) {
  const { t, url, path, edition } = usePage();
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
          {t('compare:choose')}
        </button>
        <a className="button" href={`${withQuery(path, { show: undefined, ids: undefined })}#${listId}`}>
          {t('compare:stop')}
        </a>
      </p>
    </form>
  );
}
