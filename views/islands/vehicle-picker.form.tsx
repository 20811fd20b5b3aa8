import { fill } from '../fill.js';
import type { Lookup } from './vehicle-picker.lookup.js';

interface StatusProps {
  lookup: Lookup;
  /** What is wrong with what was typed, or with the look-up. */
  error: string | undefined;
  /** Id of the sentence about that, for the fields in error. */
  errorId: string;
  texts: Record<'searching' | 'several' | 'found', string>;
}

/** The state of a lookup: errors and progress for all; the result, which everybody sees, for screen readers. */
export function LookupStatus({ lookup: { state, hits }, error, errorId, texts }: StatusProps) {
  const [only] = hits;
  return (
    <div role="status">
      {error && (
        <p className="fault" id={errorId}>
          {error}
        </p>
      )}
      {state === 'searching' && <p className="small soft">{texts.searching}</p>}
      {state === 'several' && <p className="visually-hidden">{fill(texts.several, { count: hits.length })}</p>}
      {state === 'matched' && only && <p className="visually-hidden">{fill(texts.found, { vehicle: only.name })}</p>}
    </div>
  );
}
