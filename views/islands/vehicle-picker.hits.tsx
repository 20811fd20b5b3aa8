import { useEffect, useRef } from 'react';
import { fill } from '../fill.js';
import { useIslandId } from '../island.js';
import { type Hit, hitHref, type VehiclePickerProps } from './vehicle-picker.props.js';

interface Props {
  picker: Pick<VehiclePickerProps, 'action' | 'hidden'>;
  hits: readonly Hit[];
  texts: { title: string; several: string; close: string };
}

/** Vehicles to choose from, each a link. */
export function HitLinks({ picker, hits }: Pick<Props, 'picker' | 'hits'>) {
  return (
    <ul className="vehicle-hit-list">
      {hits.map((hit) => (
        <li key={hit.modelId}>
          <a href={hitHref(picker, hit)} rel="nofollow">
            <b>{hit.name}</b>
            <span>{[hit.power, hit.years].filter(Boolean).join(', ')}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Several vehicles in the response to a plain form: a list of links above the fields (D43). */
export function HitList(props: Props) {
  const id = useIslandId();
  return (
    <section className="vehicle-hits" aria-labelledby={`${id}-l`}>
      <h2 id={`${id}-l`}>{props.texts.title}</h2>
      <p>{fill(props.texts.several, { count: props.hits.length })}</p>
      <HitLinks {...props} />
    </section>
  );
}

/** Several vehicles in a modal (specification 2). Escape and the button return to the field. */
export function HitDialog({ onClose, ...props }: Props & { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useIslandId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="vehicle-hits-dialog"
      aria-labelledby={`${id}-d`}
      aria-describedby={`${id}-n`}
      onClose={onClose}
    >
      <h2 id={`${id}-d`}>{props.texts.title}</h2>
      <p id={`${id}-n`}>{fill(props.texts.several, { count: props.hits.length })}</p>
      <HitLinks {...props} />
      <button type="button" className="button" onClick={() => dialog.current?.close()}>
        {props.texts.close}
      </button>
    </dialog>
  );
}
