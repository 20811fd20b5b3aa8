/** Lets the page's loading bar run while a widget waits for `work`, which is given back (D36). In browsers only. */
export function loading<T>(work: Promise<T>): Promise<T> {
  dispatchEvent(new CustomEvent('loading', { detail: work }));
  return work;
}
