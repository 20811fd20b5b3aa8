import type { ReactNode } from 'react';
import { usePage } from '../../context.js';
import { QuantityField } from '../quantity-field.js';

interface Props {
  offerId: string;
  /** Vehicle the part is chosen for; the cart keeps it with the line (D52). */
  modelId: string | undefined;
  /** Spoken name of the quantity field. */
  label: string;
  children: ReactNode;
}

/** Adds an offer to the cart: a plain form that leads to the cart, enhanced in place by the loader (D42). */
export function AddForm({ offerId, modelId, label, children }: Props) {
  const { edition } = usePage();
  return (
    <form
      method="post"
      action={`/api/Warenkorb/Hinzufuegen/${offerId}${modelId ? `?modelId=${modelId}` : ''}`}
      data-add=""
    >
      <input type="hidden" name="locale" value={edition.locale} />
      <QuantityField pieces={1} label={label} />
      <button type="submit" className="button buy">
        {children}
      </button>
    </form>
  );
}
