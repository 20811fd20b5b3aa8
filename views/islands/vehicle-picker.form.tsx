import { fill } from '../fill.js';
import type { Lookup } from './vehicle-picker.lookup.js';
import type { VehiclePickerProps } from './vehicle-picker.props.js';

interface CarriedOnProps extends Pick<VehiclePickerProps, 'hidden'> {
  /** Of a form that is posted: its address tells no edition. */
  locale?: string;
}

/** What a form of the picker sends besides what is chosen or typed (D43). */
export function CarriedOn({ locale, hidden }: CarriedOnProps) {
  return (
    <>
      {locale && <input type="hidden" name="locale" value={locale} />}
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

interface StatusProps {
  lookup: Lookup;
  /** What is wrong with what was typed, or with the look-up. */
  error: string | undefined;
  /** Id of the sentence about that, for the fields in error. */
  errorId: string;
  texts: Record<'searching' | 'several' | 'found', string>;
}

/**
 * What a look-up says: an error for all to see, else how far it has come; what it leads to is seen anyway, and said.
 */
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
