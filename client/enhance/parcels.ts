import { cookieCount } from './cart-count.js';
import { all, queryWith } from './page.js';

interface Parcel {
  id: string;
  /** Shipping price as formatted text. */
  amount: string;
}

/** Shows at each offer what its shipping adds to the shop's parcel in the cart. Without a cart it makes no request. */
export async function showParcels(): Promise<void> {
  const [words] = all('data-parcel');
  if (!words || cookieCount() === 0) return;
  const { parcel = '', goesWith: sparePartId = '' } = words.dataset;
  const quantity = document.querySelector<HTMLInputElement>('.buy-box .quantity')?.defaultValue ?? '1';
  const address = `/api/Warenkorb/Versand?${queryWith({ sparePartId, quantity })}`;
  const response = await fetch(address, { headers: { accept: 'application/json' } });
  if (!response.ok) return;
  const { offers } = (await response.json()) as { offers: Parcel[] };
  for (const shown of all('data-with-parcel')) shown.remove();
  for (const { id, amount } of offers) {
    const line = Object.assign(document.createElement('span'), { className: 'detail tone-ok' });
    line.dataset.withParcel = '';
    line.textContent = parcel.replace('{{amount}}', /^[-\u2212]/.test(amount) ? amount : `+${amount}`);
    document.getElementById(`o${id}`)?.querySelector('.offer-shipping')?.append(line);
  }
}
