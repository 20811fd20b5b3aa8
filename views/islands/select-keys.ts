import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useRef } from 'react';
import { selectKeys } from '../select-keys.js';

/** `selectKeys` as the handlers of a select; `act` is that of the last rendering. */
export function useSelectKeys(act: (value: string) => void) {
  const latest = useRef(act);
  latest.current = act;
  const keys = useRef(selectKeys(({ value }) => latest.current(value))).current;
  return {
    onKeyDown: (event: KeyboardEvent<HTMLSelectElement>): void => keys.onKeyDown(event, event.currentTarget),
    onChange: (event: ChangeEvent<HTMLSelectElement>): void => keys.onChange(event, event.currentTarget),
    onBlur: (event: FocusEvent<HTMLSelectElement>): void => keys.onLeave(event.currentTarget),
  };
}
