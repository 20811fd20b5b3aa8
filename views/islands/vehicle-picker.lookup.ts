import { useRef, useState } from 'react';
import { loading } from '../loading.js';
import {
  type Answered,
  type FoundEntry,
  type Hit,
  hitHref,
  hitsOf,
  type VehiclePickerProps,
} from './vehicle-picker.props.js';

/** Milliseconds after which an answer is no longer waited for. */
const patience = 8000;

/**
 * Reads a list of the API.
 *
 * @param path of the call, without a query.
 * @param get makes the request; the list of manufacturers wants one with check headers (D28).
 * @throws when it cannot be had in time or is no list
 */
export async function readList<T>(
  path: string,
  locale: string,
  {
    signal,
    get = fetch,
  }: { signal?: AbortSignal; get?: (address: string, init: RequestInit) => Promise<Response> } = {},
): Promise<T[]> {
  const late = new AbortController();
  const end = (): void => late.abort();
  const timer = setTimeout(end, patience);
  signal?.addEventListener('abort', end);
  try {
    const call = get(`${path}?locale=${locale}`, {
      headers: { accept: 'application/json' },
      signal: late.signal,
    });
    const answer = await loading(call);
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const list: unknown = await answer.json();
    if (!Array.isArray(list)) throw new Error('not a list');
    return list;
  } finally {
    clearTimeout(timer);
  }
}

export interface Lookup {
  state: 'idle' | 'searching' | 'matched' | Answered['state'];
  hits: Hit[];
}
interface LookupControl extends Lookup {
  /** Seeks the vehicle of a path below `/api/vehicle/`; one hit is taken at once, several are left to choose from. */
  find(path: string): Promise<void>;
  /** Says that what is typed cannot be one. */
  refuse(): void;
  /** Forgets the last answer, and the one under way. */
  clear(): void;
}

const idle: Lookup = { state: 'idle', hits: [] };

/** Looks a vehicle up by what names it; the newest question counts. */
export function useLookup(props: VehiclePickerProps, start: Answered | null): LookupControl {
  const [lookup, setLookup] = useState<Lookup>(start ?? idle);
  const running = useRef<AbortController | null>(null);
  const stop = (): void => {
    running.current?.abort();
    running.current = null;
  };
  return {
    ...lookup,
    async find(path) {
      stop();
      const own = new AbortController();
      running.current = own;
      setLookup({ state: 'searching', hits: [] });
      let next: Lookup;
      try {
        const hits = hitsOf(
          await readList<FoundEntry>(`/api/vehicle/${path}`, props.locale, { signal: own.signal }),
          props.texts,
        );
        next = { state: hits.length === 0 ? 'unknown' : hits.length === 1 ? 'matched' : 'several', hits };
      } catch {
        next = { state: 'failed', hits: [] };
      }
      if (running.current !== own) return;
      setLookup(next);
      const [only] = next.hits;
      if (next.state === 'matched' && only) location.assign(hitHref(props, only));
    },
    refuse() {
      stop();
      setLookup({ state: 'invalid', hits: [] });
    },
    clear() {
      stop();
      setLookup(idle);
    },
  };
}
