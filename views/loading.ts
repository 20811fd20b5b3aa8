/** Shows the page's loading bar until `work` ends (D36), and returns `work`. Browsers only. */
export function loading<T>(work: Promise<T>): Promise<T> {
  dispatchEvent(new CustomEvent('loading', { detail: work }));
  return work;
}
