import { type Shop, startShop } from './shop.js';
import { until } from './until.js';

/** A shop with an open operator's console. */
export interface ShopWithConsole extends Shop {
  /** Address of the console. */
  readonly console: string;
}

export const operatorToken = 'an-operator-s-word-of-forty-characters-or-so';
/** The token that follows it; during the change both open the console. */
export const newerOperatorToken = 'the-next-word-of-the-operator-of-forty-characters';

export async function startShopWithConsole(env: Record<string, string> = {}): Promise<ShopWithConsole> {
  const shop = await startShop({ CONSOLE_PORT: '0', CONSOLE_TOKEN: `${newerOperatorToken},${operatorToken}`, ...env });
  const address = () => shop.log.find((line) => typeof line.console === 'string')?.console;
  await until('the log tells the console', () => address() !== undefined);
  return Object.assign(shop, { console: String(address()) });
}

/** Requests a page, or sends a form if fields are given. Does not follow redirects. */
export async function visit(
  url: string,
  {
    cookie,
    fields,
    headers = {},
  }: { cookie?: string; fields?: Record<string, string>; headers?: Record<string, string> } = {},
) {
  const response = await fetch(url, {
    redirect: 'manual',
    headers: { ...(cookie !== undefined && { cookie }), ...headers },
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

/** Returns the proof of the forms in a page. */
export const proofIn = (html: string): string => /name="proof" value="([^"]+)"/.exec(html)?.[1] ?? '';

/** Signs in. @returns the cookie */
export async function signInOperator(console: string, token = operatorToken): Promise<string> {
  const { headers } = await visit(`${console}/sign-in`, { fields: { token } });
  return (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}
