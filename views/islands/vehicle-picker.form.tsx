import { fill } from '../fill.js';
import type { Lookup } from './vehicle-picker.lookup.js';

interface StatusProps {
  lookup: Lookup;
  /** Text of an input error or a failed lookup. */
  error: string | undefined;
  /** Id of the error text, for the fields with an error. */
  errorId: string;
  texts: Record<'searching' | 'several' | 'found', string>;
}

/** State of a lookup: errors and progress for everybody, and the visible result for screen readers. */
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
