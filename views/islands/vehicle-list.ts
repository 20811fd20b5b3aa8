import { loading } from '../loading.js';

/** Milliseconds after which an answer is no longer waited for. */
const patience = 8000;

/**
 * Reads a list of the API.
 *
 * @param path of the call, without a query.
 * @param get makes the request; the list of manufacturers wants one with check headers (D28).
 * @throws when it cannot be had in time or is no list
 */
export async function readList<T>(
  path: string,
  locale: string,
  {
    signal,
    get = fetch,
  }: { signal?: AbortSignal; get?: (address: string, init: RequestInit) => Promise<Response> } = {},
): Promise<T[]> {
  const late = new AbortController();
  const end = (): void => late.abort();
  const timer = setTimeout(end, patience);
  signal?.addEventListener('abort', end);
  try {
    const call = get(`${path}?locale=${locale}`, {
      headers: { accept: 'application/json' },
      signal: late.signal,
    });
    const answer = await loading(call);
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const list: unknown = await answer.json();
    if (!Array.isArray(list)) throw new Error('not a list');
    return list;
  } finally {
    clearTimeout(timer);
  }
}
