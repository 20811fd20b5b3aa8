import { checkHeaders } from './checked.js';

/** A response with its address. */
export interface Seen {
  status: number;
  address: string;
  location: string | null;
  text: string;
}

/** A browser without script: keeps cookies by path, and follows redirects one by one. */
export class Visitor {
  readonly cookies = new Map<string, { value: string; path: string; host: string }>();
  constructor(readonly origin: string) {}

  async ask(address: string, init: RequestInit = {}): Promise<Seen> {
    const url = new URL(address, this.origin);
    const sent = [...this.cookies].filter(
      ([, { path, host }]) =>
        host === url.host && (url.pathname === path || url.pathname.startsWith(path.replace(/\/?$/, '/'))),
    );
    const headers = { cookie: sent.map(([name, { value }]) => `${name}=${value}`).join('; '), ...init.headers };
    const response = await fetch(url, { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) this.#keep(line, url.host);
    const location = response.headers.get('location');
    return {
      status: response.status,
      address: url.href,
      location: location && new URL(location, url).href,
      text: await response.text(),
    };
  }
  post(address: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Seen> {
    return this.ask(address, { method: 'POST', body: new URLSearchParams(fields), headers });
  }
  /** Follows redirects to the last page, or to the first address that matches `until`. */
  async follow(seen: Seen, until?: RegExp): Promise<Seen> {
    let last = seen;
    for (let step = 0; last.location && step < 10; step += 1) {
      if (until?.test(last.location)) return last;
      last = await this.ask(last.location);
    }
    return last;
  }
  /** Calls the API with check headers, like a script. */
  async call(path: string, method = 'GET', body?: object): Promise<{ status: number; body: unknown }> {
    const headers: Record<string, string> = {
      ...(await checkHeaders(this.origin, path, method)),
      accept: 'application/json',
    };
    if (body) headers['content-type'] = 'application/json';
    const { status, text } = await this.ask(path, { method, headers, body: body && JSON.stringify(body) });
    return { status, body: JSON.parse(text) };
  }
  cookie(name: string): string | undefined {
    return this.cookies.get(name)?.value;
  }

  #keep(line: string, host: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    const path = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? '/';
    const expires = /;\s*expires=([^;]+)/i.exec(line)?.[1];
    if (expires && Date.parse(expires) <= Date.now()) this.cookies.delete(name);
    else this.cookies.set(name, { value, path, host });
  }
}
