import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import type { EditionPath } from '../routes/routes.js';

/** A cached page that an address stands for. */
export interface CachedAddress {
  /** Its name in the cache. */
  key: string;
  editionPath: EditionPath;
  /** As the log names it. */
  route: string;
}

/** Addresses that are remembered, and characters of the longest of them. */
const remembered = { addresses: 2000, characters: 300 };

/**
 * All of a request that decides which shared page it is answered with; null for one that would have to be read first.
 * Neither host nor address holds a space.
 */
function nameOf(request: Request): string | null {
  const country: unknown = request.cookies?.country;
  if (country !== undefined && typeof country !== 'string') return null;
  const name = `${request.host} ${request.originalUrl} ${country ?? ''}`;
  return name.length > remembered.characters ? null : name;
}

/**
 * Addresses that a cached page has been sent for, so that it need not be found out again for each request. They say
 * nothing about whether the page is still there.
 */
export class CachedAddresses {
  readonly #known = new LRUCache<string, CachedAddress & { isDemonstration: boolean }>({ max: remembered.addresses });
  readonly #isDemonstration: () => boolean;

  /** @param isDemonstration what the name of a page holds besides its address, its build and its generation. */
  constructor(isDemonstration: () => boolean) {
    this.#isDemonstration = isDemonstration;
  }

  /** @param address of a page that needs nothing else of the request. */
  remember(request: Request, { key, editionPath }: Omit<CachedAddress, 'route'>): void {
    const name = nameOf(request);
    const { route } = request.notes;
    if (name) this.#known.set(name, { key, editionPath, route, isDemonstration: this.#isDemonstration() });
  }

  /** The page of a request, under the name that it had when it was sent last. */
  of(request: Request): CachedAddress | undefined {
    const name = nameOf(request);
    const found = name ? this.#known.get(name) : undefined;
    return found?.isDemonstration === this.#isDemonstration() ? found : undefined;
  }
}
