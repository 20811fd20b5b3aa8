import type { Request, RequestHandler } from 'express';
import { ProblemError } from '../../contract/problem.js';

/** Headers of every response (D64). The policy is that of answers that are no page: they run and load nothing. */
export const safeHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // The full address goes to ourselves only: a refused form finds its page by it (D42).
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};
const safeHeaderEntries = Object.entries(safeHeaders);

/** Sets them on every response. Pages put their own policy in place of the closed one. */
export function securityHeaders(): RequestHandler {
  return (request, response, next) => {
    for (const [name, value] of safeHeaderEntries) response.setHeader(name, value);
    if (request.secure) response.setHeader('Strict-Transport-Security', 'max-age=63072000; includeSubDomains');
    next();
  };
}

/** Where browsers report what a policy has stopped: `Reporting-Endpoints` names the group for `report-to`. */
export const policyReports = '/api/policy-reports';
const reportingGroup = 'csp';
export const reportingEndpoints = `${reportingGroup}="${policyReports}"`;

/** Sources of a page besides our own; those of scripts are sources of what these load as well. */
export interface Outside {
  scripts: readonly string[];
  frames: readonly string[];
}

/**
 * The policy of a page: its own inlined style sheets and loader, pinned by hash, and our own files
 * (D64). JSON-LD is data, which no policy is asked about.
 *
 * @param formOrigin where forms of the page may lead besides ourselves (D68).
 * @param outside what may be loaded besides, once the visitor has allowed it (D33, D34).
 */
export function pagePolicy(
  styleHashes: readonly string[],
  scriptHash: string,
  imageHosts: readonly string[],
  formOrigin: string | null,
  outside: Outside,
): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", scriptHash, ...outside.scripts].join(' ')}`,
    `style-src 'self' ${styleHashes.join(' ')}`,
    `img-src ${["'self'", ...imageHosts, ...outside.scripts].join(' ')}`,
    `connect-src ${["'self'", ...outside.scripts].join(' ')}`,
    ...(outside.frames.length > 0 ? [`frame-src ${outside.frames.join(' ')}`] : []),
    "manifest-src 'self'",
    `form-action 'self'${formOrigin ? ` ${formOrigin}` : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // Our own scripts make no policy; a tag manager makes its own.
    ...(outside.scripts.length > 0 ? [] : ["trusted-types 'none'"]),
    `report-uri ${policyReports}`,
    `report-to ${reportingGroup}`,
  ].join('; ');
}

/** Whether a request has one Host header; clients of HTTP/1.0, such as probes of balancers, may have none. */
export function hasOneHost({ rawHeaders, httpVersion }: Pick<Request, 'rawHeaders' | 'httpVersion'>): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

/** Whether a text is the name or address of a host, with or without a port (RFC 3986, 3.2.2). */
export const isHost = (text: string): boolean =>
  /^(?:\w[\w.-]{0,252}|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(text) && URL.canParse(`http://${text}`);

/** Refuses requests without one host, which servers may read differently (RFC 9112, 3.2). @throws ProblemError */
export function oneHost(): RequestHandler {
  return (request, _response, next) => {
    // That of X-Forwarded-Host where proxies are believed.
    const isName = request.host === undefined || isHost(request.host);
    if (!isName || !hasOneHost(request)) throw new ProblemError('invalid', 'Host');
    next();
  };
}
