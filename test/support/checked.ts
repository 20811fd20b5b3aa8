import { createHash } from 'node:crypto';

/** Returns the check headers of a call (D28), computed from `/api/session`. */
export async function checkHeaders(origin: string, path: string, method = 'GET'): Promise<Record<string, string>> {
  const session = await fetch(`${origin}/api/session`);
  if (!session.ok) throw new Error(`the session answers ${session.status}`);
  const { csr, ts } = await session.json();
  const bare = path.replace(/\?.*/, '');
  const c = createHash('sha256').update(`${csr}${ts}${method}${bare}`).digest('hex');
  return { 'x-csr': csr, 'x-ts': String(ts), 'x-c': c };
}

/** Reads an address that needs check headers, such as the list of manufacturers. */
export async function checkedGet(origin: string, path: string): Promise<Response> {
  return fetch(origin + path, { headers: await checkHeaders(origin, path) });
}
