import type { RequestHandler } from 'express';

/** Answers that are no page run nothing and load nothing. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Headers of every response (D64). Pages put their own policy in place of the closed one. */
export function securityHeaders(): RequestHandler {
  return (request, response, next) => {
    response.setHeader('Content-Security-Policy', closedPolicy);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('X-Frame-Options', 'DENY');
    // The full address goes to ourselves only: a refused form finds its page by it (D42).
    response.setHeader('Referrer-Policy', 'strict-origin-when-cross-origin');
    response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    if (request.secure) response.setHeader('Strict-Transport-Security', 'max-age=63072000; includeSubDomains');
    next();
  };
}

/** Sources of a page besides our own; those of scripts are sources of what these load as well. */
export interface Outside {
  scripts: readonly string[];
  frames: readonly string[];
}

/**
 * The policy of a page: its own inlined style sheet and loader, pinned by hash, and our own files
 * (D64). JSON-LD is data, which no policy is asked about.
 *
 * @param formOrigin where forms of the page may lead besides ourselves (D68).
 * @param outside what may be loaded besides, once the visitor has allowed it (D33, D34).
 */
export function pagePolicy(
  styleHash: string,
  scriptHash: string,
  imageHosts: readonly string[],
  formOrigin: string | null,
  outside: Outside,
): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", scriptHash, ...outside.scripts].join(' ')}`,
    `style-src 'self' ${styleHash}`,
    `img-src ${["'self'", ...imageHosts, ...outside.scripts].join(' ')}`,
    `connect-src ${["'self'", ...outside.scripts].join(' ')}`,
    ...(outside.frames.length > 0 ? [`frame-src ${outside.frames.join(' ')}`] : []),
    "manifest-src 'self'",
    `form-action 'self'${formOrigin ? ` ${formOrigin}` : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}
