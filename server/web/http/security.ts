import type { Request, RequestHandler } from 'express';
import { ProblemError } from '../../contract/problem.js';

/** Headers of every response (D64). The policy is for responses that are no page: they run and load nothing. */
export const safeHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'X-Content-Type-Options': 'nosniff',
  // The shop itself receives the full address, by which a refused form finds its page (D42).
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};
const safeHeaderEntries = Object.entries(safeHeaders);

/** Sets these headers on every response. Pages replace the policy by their own. */
export function securityHeaders(): RequestHandler {
  return (request, response, next) => {
    for (const [name, value] of safeHeaderEntries) response.setHeader(name, value);
    if (request.secure) response.setHeader('Strict-Transport-Security', 'max-age=63072000; includeSubDomains');
    next();
  };
}

/** Address for reports of violations. Every supported browser reads it in `report-uri`. */
export const policyReports = '/api/policy-reports';

/** External sources of a page. Scripts may also load pictures and data from their own source. */
export interface ExternalSources {
  scripts: readonly string[];
  frames: readonly string[];
}

/**
 * Returns the policy of a page. It allows the shop's own files, and inlined styles and loader by their hashes (D64).
 * Browsers do not apply it to JSON-LD.
 *
 * @param formOrigin external target of forms (D68)
 * @param outside sources that the visitor's consent allows (D33, D34)
 */
export function pagePolicy(
  styleHashes: readonly string[],
  scriptHash: string,
  imageHosts: readonly string[],
  formOrigin: string | null,
  external: ExternalSources,
): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", scriptHash, ...external.scripts].join(' ')}`,
    `style-src 'self' ${styleHashes.join(' ')}`,
    `img-src ${["'self'", ...imageHosts, ...external.scripts].join(' ')}`,
    `connect-src ${["'self'", ...external.scripts].join(' ')}`,
    ...(external.frames.length > 0 ? [`frame-src ${external.frames.join(' ')}`] : []),
    "manifest-src 'self'",
    `form-action 'self'${formOrigin ? ` ${formOrigin}` : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The shop's own scripts create no policy; a tag manager creates its own.
    ...(external.scripts.length > 0 ? [] : ["trusted-types 'none'"]),
    `report-uri ${policyReports}`,
  ].join('; ');
}

/** Returns whether a request has one Host header. Clients of HTTP/1.0, such as probes of balancers, may have none. */
export function hasOneHost({ rawHeaders, httpVersion }: Pick<Request, 'rawHeaders' | 'httpVersion'>): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

/** Returns whether a text is the name or address of a host, with or without port (RFC 3986, 3.2.2). */
export const isHost = (text: string): boolean =>
  /^(?:\w[\w.-]{0,252}|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(text) && URL.canParse(`http://${text}`);

/** Refuses requests without exactly one host, which servers may read differently (RFC 9112, 3.2). */
export function oneHost(): RequestHandler {
  return (request, _response, next) => {
    // With trusted proxies this is the host of X-Forwarded-Host.
    const isName = request.host === undefined || isHost(request.host);
    if (!isName || !hasOneHost(request)) throw new ProblemError('invalid', 'Host');
    next();
  };
}
