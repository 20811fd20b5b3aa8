import type { InputEvent, ReactNode, RefObject } from 'react';

interface Props {
  /** Initial number of pieces. */
  pieces: number;
  /** Accessible name of the field. */
  label: string;
  field?: RefObject<HTMLInputElement | null>;
  /** Runs after each change of the number, by key or button. */
  onInput?: (event: InputEvent<HTMLInputElement>) => void;
}

/** A button for pointers, which the deferred script connects. The arrow keys of the field do the same. */
const step = (by: 1 | -1, sign: string): ReactNode => (
  <button type="button" tabIndex={-1} aria-hidden="true" data-step={by}>
    {sign}
  </button>
);

/** Field for 1 to 99 pieces between the buttons − and +. */
export function QuantityField({ pieces, label, field, onInput }: Props) {
  return (
    <span className="stepper">
      {step(-1, '−')}
      <input
        ref={field}
        className="quantity"
        name="quantity"
        type="number"
        min={1}
        max={99}
        required
        defaultValue={pieces}
        aria-label={label}
        onInput={onInput}
      />
      {step(1, '+')}
    </span>
  );
}
