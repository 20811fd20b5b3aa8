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

/** Runs a command about tokens. @returns its output */
export const tokens = (dataDir: string, ...words: string[]): string =>
  execFileSync(process.execPath, [join(root, 'dist/operate.js'), 'tokens', ...words, '--data-dir', dataDir], {
    encoding: 'utf8',
  });

/** Makes a token of a shop. */
export function newToken(dataDir: string, shop: string, scope = 'offers'): string {
  const [token] = /pmt_\S+/.exec(tokens(dataDir, 'new', shop, '--scope', scope)) ?? [];
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
