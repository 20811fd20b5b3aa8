/** Shows the page's loading bar while a widget waits for `work`; returns `work` (D36). In browsers only. */
export function loading<T>(work: Promise<T>): Promise<T> {
  dispatchEvent(new CustomEvent('loading', { detail: work }));
  return work;
}
