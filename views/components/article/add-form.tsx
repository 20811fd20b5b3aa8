import type { ReactNode } from 'react';
import { usePage } from '../../context.js';
import type { Wanted } from '../../offer-texts.js';
import { QuantityField } from '../../quantity-field.js';

interface Props {
  offerId: string;
  /** Vehicle that the part is chosen for. The cart stores it with the line (D52). */
  modelId: string | undefined;
  wanted: Wanted;
  label: string;
  more?: ReactNode;
  children: ReactNode;
}

/** Words of the button of an offer: the style shows those of a part that fits, or those of a part that does not (D91). */
export function AddWords() {
  const { t } = usePage();
  return (
    <>
      <span className="unless-off">{t('article:offers.add')}</span>
      <span className="if-off">{t('article:buy.anyway')}</span>
    </>
  );
}

/**
 * Adds an offer to the cart. It is a plain form that opens the cart; the loader adds without leaving the page (D42).
 * The field counts pieces, and the cart gets the packs that hold them.
 */
export function AddForm({ offerId, modelId, wanted: { pieces, packSize }, label, more, children }: Props) {
  const { edition } = usePage();
  const isPacked = packSize !== null && packSize > 1;
  const query = new URLSearchParams({ ...(modelId && { modelId }), ...(isPacked && { unit: 'piece' }) });
  return (
    <form
      method="post"
      action={`/api/Warenkorb/Hinzufuegen/${offerId}${query.size > 0 ? `?${query}` : ''}`}
      data-add={isPacked ? packSize : 1}
    >
      <QuantityField pieces={pieces} label={label} />
      <button type="submit" className="button buy" name="locale" value={edition.locale}>
        {children}
      </button>
      {more}
    </form>
  );
}
