import { loading } from '../loading.js';
import { withTimeout } from '../with-timeout.js';

/**
 * Loads a list of the API.
 *
 * @param path of the call, without a query
 * @param get makes the request; the list of manufacturers needs check headers (D28)
 * @throws on failure, timeout, or a response that is no list
 */
export async function readList<T>(
  path: string,
  locale: string,
  {
    signal: wanted,
    get = fetch,
  }: { signal?: AbortSignal; get?: (address: string, init: RequestInit) => Promise<Response> } = {},
): Promise<T[]> {
  return loading(
    withTimeout(async (signal) => {
      const response = await get(`${path}?locale=${locale}`, { headers: { accept: 'application/json' }, signal });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const list: unknown = await response.json();
      if (!Array.isArray(list)) throw new Error('not a list');
      return list;
    }, wanted),
  );
}
