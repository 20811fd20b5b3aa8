import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './catalogue.js';
import { type Shop, startShop } from './shop.js';
import { until } from './until.js';

/** A shop with a merchant portal. */
export interface ShopWithPortal extends Shop {
  /** Address of the portal. */
  readonly portal: string;
}

export async function startShopWithPortal(
  env: Record<string, string> = {},
  ...where: Parameters<typeof startShop> extends [unknown?, ...infer Rest] ? Rest : never
): Promise<ShopWithPortal> {
  const shop = await startShop({ MERCHANTS_PORT: '0', ...env }, ...where);
  const address = () => shop.log.find(({ merchants }) => typeof merchants === 'string')?.merchants;
  await until('the log names the portal', () => address() !== undefined);
  return Object.assign(shop, { portal: String(address()) });
}

function runTokens(dataDir: string, words: readonly string[], env: Record<string, string> = {}): string {
  const command = [join(root, 'dist/operate.js'), 'tokens', ...words, '--data-dir', dataDir];
  return execFileSync(process.execPath, command, { encoding: 'utf8', env: { ...process.env, ...env } });
}

/** Runs a command about tokens. @returns its output */
export const tokens = (dataDir: string, ...words: string[]): string => runTokens(dataDir, words);

/** Makes a token of a shop. @param env such as `DATABASE_URL` */
export function newToken(dataDir: string, shop: string, scope = 'offers', env: Record<string, string> = {}): string {
  const [token] = /pmt_\S+/.exec(runTokens(dataDir, ['new', shop, '--scope', scope], env)) ?? [];
  if (token === undefined) throw new Error('no token was made');
  return token;
}

/** Returns the name of a token. */
export const nameOf = (token: string): string => token.split('_')[1] ?? '';

/** Calls the portal with JSON, unless the body is text or bytes. */
export async function callPortal(
  { portal }: Pick<ShopWithPortal, 'portal'>,
  path: string,
  {
    token,
    method = 'GET',
    body,
    headers = {},
  }: {
    token?: string;
    method?: string;
    body?: unknown;
    headers?: Record<string, string>;
  } = {},
) {
  const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(`${portal}/api/v1${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(!isRaw && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
  });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  const json: any = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : null;
  return { status: response.status, headers: response.headers, text, body: json };
}

/** Looks at a report less often than the token regains reads, so that a slow import does not use up its limit. */
const reportPauseMs = 200;

// biome-ignore lint/suspicious/noExplicitAny: tests look into reports of every shape
type Report = any;

/**
 * Waits for a report of an import.
 * @param isWanted by default, whether the import has ended
 */
export async function awaitReport(
  portal: Pick<ShopWithPortal, 'portal'>,
  token: string,
  id: string,
  isWanted: (report: Report) => boolean = ({ endedAt }) => typeof endedAt === 'string',
): Promise<Report> {
  let report: Report;
  const isThere = async (): Promise<boolean> => {
    report = (await callPortal(portal, `/feeds/${id}`, { token })).body;
    return isWanted(report);
  };
  await until(`report ${id} is as wanted`, isThere, reportPauseMs);
  return report;
}

/**
 * Changes the price of a merchant's offer. A busy machine may answer 202 before the import ends: then this waits for
 * the report.
 * @param price in euros
 */
export async function changePrice(portal: Pick<ShopWithPortal, 'portal'>, token: string, key: string, price: number) {
  const changed = await callPortal(portal, `/offers/${encodeURIComponent(key)}`, {
    token,
    method: 'PATCH',
    body: { price },
  });
  if (changed.status === 202) await awaitReport(portal, token, changed.body.id);
  else if (changed.status !== 200 || changed.body.offer?.price !== price)
    throw new Error(`a change of a price answers ${changed.status}: ${changed.text}`);
}
