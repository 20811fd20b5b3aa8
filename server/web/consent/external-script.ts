import type { Env } from '../../env.js';
import type { Outside } from '../http/security.js';

/** What the operator loads from elsewhere on every page, once it is allowed. */
export type ExternalScripts = Pick<Env, 'TRUST_BADGE_URL' | 'TAG_MANAGER_URL'>;

/** The script that shows what a visitor has allowed, and what it is to look for (`client/external.ts`). */
export interface ExternalScript {
  source: string;
  /** Host that must be allowed for the badge; undefined = none is configured. */
  badge: string | undefined;
  /** Address of the tag manager; undefined = none is configured. */
  tags: string | undefined;
}

/** Null on a page without external content. @param embeds addresses of documents that wait for consent */
export function externalScript(
  { TRUST_BADGE_URL, TAG_MANAGER_URL }: ExternalScripts,
  source: string,
  embeds: readonly string[],
): ExternalScript | null {
  if (embeds.length === 0 && !TRUST_BADGE_URL && !TAG_MANAGER_URL) return null;
  const badge = TRUST_BADGE_URL && new URL(TRUST_BADGE_URL).host;
  return { source, badge, tags: TAG_MANAGER_URL };
}

/** What the policy of a page lets in besides: configured hosts, and those of its own documents, only (D34, D64). */
export function externalSources(
  { TRUST_BADGE_URL, TAG_MANAGER_URL }: ExternalScripts,
  embeds: readonly string[],
): Outside {
  const frames = new Set(embeds.map((address) => new URL(address).origin));
  return {
    scripts: TAG_MANAGER_URL ? [new URL(TAG_MANAGER_URL).origin] : [],
    frames: [...(TRUST_BADGE_URL ? ["'self'"] : []), ...frames],
  };
}
