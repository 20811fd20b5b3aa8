import { inTime } from '../in-time.js';
import { loading } from '../loading.js';

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
    signal: wanted,
    get = fetch,
  }: { signal?: AbortSignal; get?: (address: string, init: RequestInit) => Promise<Response> } = {},
): Promise<T[]> {
  return loading(
    inTime(async (signal) => {
      const answer = await get(`${path}?locale=${locale}`, { headers: { accept: 'application/json' }, signal });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const list: unknown = await answer.json();
      if (!Array.isArray(list)) throw new Error('not a list');
      return list;
    }, wanted),
  );
}
