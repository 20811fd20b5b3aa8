import { withTimeout } from './with-timeout.js';

/** What `/api/session` gives for checked calls: `ts` is the start of a half hour, `csr` its signature (D28). */
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

/** Lower-case hex SHA-256. */
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
 * `fetch` for the calls that want the check headers (specification 7): saved vehicles, the cart's count and the list
 * of manufacturers. A challenge that has run out is renewed, and the call made once more (D28). For browsers only.
 *
 * @param address path of our own, with or without a query.
 * @returns whatever the call answers, refusals included.
 * @throws when the network or `/api/session` fails, or where the browser has no Web Crypto (plain http).
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
