import { withTimeout } from './with-timeout.js';

/** Challenge of `/api/session`: `ts` is the start of a half hour, `csr` its signature (D28). */
interface Challenge {
  csr: string;
  ts: number;
}

let challenge: Promise<Challenge> | undefined;

const fetchChallenge = (): Promise<Challenge> =>
  withTimeout(async (signal) => {
    const response = await fetch('/api/session', { headers: { accept: 'application/json' }, signal });
    if (!response.ok) throw new Error(`no session: status ${response.status}`);
    return response.json();
  });

/** Returns the SHA-256 in lower-case hex. */
async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function isRefused(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const problem = await response
    .clone()
    .json()
    .catch(() => null);
  return problem?.code === 'challenge';
}

/**
 * Calls `fetch` with the check headers (specification 7). An expired challenge is renewed once (D28). Browsers only.
 *
 * @param address path of the shop, with or without query
 * @throws if the network or `/api/session` fails, and without Web Crypto (plain http)
 */
export async function checkedFetch(address: string, init: RequestInit = {}): Promise<Response> {
  const attempt = async (): Promise<Response> => {
    challenge ??= fetchChallenge();
    const { csr, ts } = await challenge;
    const path = address.replace(/[?#].*/, '');
    const c = await digest(csr + ts + (init.method ?? 'GET') + path);
    const headers = { accept: 'application/json', ...init.headers, 'x-csr': csr, 'x-ts': String(ts), 'x-c': c };
    return fetch(address, { ...init, headers });
  };
  const first = await attempt().catch((error) => {
    challenge = undefined;
    throw error;
  });
  if (!(await isRefused(first))) return first;
  challenge = undefined;
  return attempt();
}
