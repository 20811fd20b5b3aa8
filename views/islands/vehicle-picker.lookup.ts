import { useRef, useState } from 'react';
import { readList } from './vehicle-list.js';
import {
  type FoundEntry,
  type Hit,
  hitHref,
  hitsOf,
  type LookupResult,
  type VehiclePickerProps,
} from './vehicle-picker.props.js';

export interface Lookup {
  state: 'idle' | 'searching' | 'matched' | LookupResult['state'];
  hits: Hit[];
}
interface LookupControl extends Lookup {
  /** Looks up a path below `/api/vehicle/`. Chooses a single hit at once; returns several as a list. */
  find(path: string): Promise<void>;
  /** Shows that the input is malformed. */
  refuse(): void;
  /** Discards the last result, and cancels a running lookup. */
  clear(): void;
}

const idle: Lookup = { state: 'idle', hits: [] };

/** Looks up vehicles; a newer lookup cancels an older one. */
export function useLookup(props: VehiclePickerProps, start: LookupResult | null): LookupControl {
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
