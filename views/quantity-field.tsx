import type { RefObject } from 'react';

interface Props {
  /** Pieces at first. */
  pieces: number;
  /** Spoken name. */
  label: string;
  field?: RefObject<HTMLInputElement | null>;
}

/** How many pieces a form is about, 1 to 99. */
export function QuantityField({ pieces, label, field }: Props) {
  return (
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
    />
  );
}
