/**
 * Computes the score of MDN's HTTP Observatory by its own table of tests (mdn-http-observatory, `src/grader`). Errors
 * cost points; extras count only without serious errors. HSTS preloading is not counted, since a domain requests it,
 * not a server.
 */
export interface Judged {
  points: number;
  /** Points gained or lost, by reason. */
  reasons: Readonly<Record<string, number>>;
}

/** Least score at which bonus points count. */
const bonusFrom = 90;
const halfYear = 15_768_000;

function policyReasons(policy: string | undefined): Record<string, number> {
  if (policy === undefined) return { 'csp-not-implemented': -25 };
  const sources = new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(/\s+/);
      return [name.toLowerCase(), values] as const;
    }),
  );
  const of = (name: string): readonly string[] => sources.get(name) ?? sources.get('default-src') ?? ['*'];
  const isIn = (names: readonly string[], pattern: RegExp): boolean =>
    names.some((name) => of(name).some((source) => pattern.test(source)));
  if (isIn(['script-src', 'object-src'], /^(?:\*|https?:|data:)$|unsafe-inline/)) return { 'csp-unsafe-inline': -20 };
  if (isIn(['script-src', 'style-src'], /unsafe-eval/)) return { 'csp-unsafe-eval': -10 };
  if (isIn([...sources.keys()], /^(?:http|ftp):/)) return { 'csp-insecure-scheme': -20 };
  if (isIn(['style-src'], /unsafe-inline|^(?:\*|data:)$/)) return { 'csp-unsafe-inline-in-style-src': 0 };
  const isClosed = sources.get('default-src')?.join() === "'none'";
  return isClosed ? { 'csp-no-unsafe-default-src-none': 10 } : { 'csp-no-unsafe': 5 };
}

function cookieReasons(cookies: readonly string[]): Record<string, number> {
  if (cookies.length === 0) return {};
  const isSession = (cookie: string): boolean => /^[^=]*(?:sess|login|partavo|auth)/i.test(cookie);
  if (cookies.some((cookie) => !/;\s*secure/i.test(cookie)))
    return {
      'cookies-without-secure-flag': cookies.some((each) => isSession(each) && !/;\s*secure/i.test(each)) ? -40 : -20,
    };
  if (cookies.some((cookie) => isSession(cookie) && !/;\s*httponly/i.test(cookie)))
    return { 'cookies-session-without-httponly-flag': -30 };
  const areSame = cookies.every((cookie) => /;\s*samesite=(?:lax|strict)/i.test(cookie));
  return areSame ? { 'cookies-secure-with-httponly-sessions-and-samesite': 5 } : {};
}

/** @param headers names in lower case, as in a response over TLS */
export function judge(headers: Readonly<Record<string, string | string[] | undefined>>): Judged {
  const one = (name: string): string | undefined => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
  const cookies = headers['set-cookie'] ?? [];
  const policy = one('content-security-policy');
  const hsts = Number(/max-age=(\d+)/.exec(one('strict-transport-security') ?? '')?.[1] ?? Number.NaN);
  const referrer = one('referrer-policy');
  const isFramed = /frame-ancestors\s+'(?:none|self)'/.test(policy ?? '');
  const isOptionSet = /^(?:deny|sameorigin)$/i.test(one('x-frame-options') ?? '');
  const isPrivate = /(?:^|,\s*)(?:no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(
    referrer ?? '',
  );
  const origin = one('access-control-allow-origin');
  const reasons: Record<string, number> = {
    ...policyReasons(policy),
    ...cookieReasons(typeof cookies === 'string' ? [cookies] : cookies),
    ...(Number.isNaN(hsts) && { 'hsts-not-implemented': -20 }),
    ...(hsts < halfYear && { 'hsts-implemented-max-age-less-than-six-months': -10 }),
    ...(one('x-content-type-options')?.toLowerCase() !== 'nosniff' && { 'x-content-type-options-not-implemented': -5 }),
    ...(isFramed && { 'x-frame-options-implemented-via-csp': 5 }),
    ...(!isFramed && !isOptionSet && { 'x-frame-options-not-implemented': -20 }),
    ...(referrer !== undefined && (isPrivate ? { 'referrer-policy-private': 5 } : { 'referrer-policy-unsafe': -5 })),
    ...(one('cross-origin-resource-policy') === 'same-origin' && {
      'cross-origin-resource-policy-implemented-with-same-origin': 10,
    }),
    ...(origin === '*' && one('access-control-allow-credentials') === 'true' && { 'cors-universal-access': -50 }),
  };
  const sum = (isCounted: (points: number) => boolean): number =>
    Object.values(reasons)
      .filter(isCounted)
      .reduce((total, points) => total + points, 0);
  const base = Math.max(0, 100 + sum((points) => points < 0));
  return { points: base >= bonusFrom ? base + sum((points) => points > 0) : base, reasons };
}
