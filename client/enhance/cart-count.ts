import { all, cookie } from './page.js';

/** Returns the count of the cookie, which every change of the cart writes. */
export const cookieCount = (): number => Number(cookie('cartCount')) || 0;

/** Shows the number of pieces in the cart at every cart link; nothing at all for an empty cart. */
export function showCount(count: number): void {
  for (const element of all('data-cart-count')) {
    element.textContent = `${count}`;
    element.hidden = !count;
  }
}

/** Raises the shown count at once. The server's response then confirms or corrects it. */
export const raiseCount = (by: number): void =>
  showCount((Number(all('data-cart-count')[0]?.textContent) || cookieCount()) + by);

/** Reads the count from the cookie, without a request (D57). */
export const refreshCount = (): void => showCount(cookieCount());
