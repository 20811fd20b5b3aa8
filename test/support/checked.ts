import { createHash } from 'node:crypto';

/** The check headers for one call (D28), as a script makes them from `/api/session`. */
export async function checkHeaders(origin: string, path: string, method = 'GET'): Promise<Record<string, string>> {
  const { csr, ts } = await (await fetch(`${origin}/api/session`)).json();
  const bare = path.replace(/\?.*/, '');
  const c = createHash('sha256').update(`${csr}${ts}${method}${bare}`).digest('hex');
  return { 'x-csr': csr, 'x-ts': String(ts), 'x-c': c };
}

/** A read that wants the check headers, such as the list of manufacturers. */
export async function checkedGet(origin: string, path: string): Promise<Response> {
  return fetch(origin + path, { headers: await checkHeaders(origin, path) });
}
