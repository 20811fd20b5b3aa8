import type { RefObject } from 'react';

interface Props {
  /** Initial number of pieces. */
  pieces: number;
  /** Accessible name of the field. */
  label: string;
  field?: RefObject<HTMLInputElement | null>;
}

/** Field for 1 to 99 pieces. */
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
