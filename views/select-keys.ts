/** Milliseconds between a key on a closed list and its change event. An open list takes longer. */
const atOnceMs = 300;
/** Returns whether a key steps through a closed list, instead of opening it or ending the choice. */
const isStep = ({ key, altKey }: Pick<KeyboardEvent, 'key' | 'altKey'>): boolean =>
  !altKey && !['Enter', ' ', 'F4', 'Tab', 'Shift'].includes(key);

export interface SelectKeys {
  onKeyDown(event: Pick<KeyboardEvent, 'key' | 'altKey' | 'preventDefault'>, select: HTMLSelectElement): void;
  onChange(select: HTMLSelectElement): void;
  onLeave(select: HTMLSelectElement): void;
}

/**
 * Makes a select act on its choice. A pointer, or Enter in an open list, acts at once. Keys that step through a closed
 * list only change the value; Enter or leaving the select then acts (WCAG 3.2.2).
 *
 * @param isOther returns whether the value changed before the script ran
 */
export function selectKeys(
  act: (select: HTMLSelectElement) => void,
  isOther: (select: HTMLSelectElement) => boolean = () => false,
): SelectKeys {
  let steppedAt = Number.NEGATIVE_INFINITY;
  let isWaiting = false;
  const end = (select: HTMLSelectElement): void => {
    if (!isWaiting && !isOther(select)) return;
    isWaiting = false;
    act(select);
  };
  return {
    onKeyDown(event, select) {
      // Not the time of the event: on a busy page a key waits, and its change would look late.
      steppedAt = isStep(event) ? performance.now() : Number.NEGATIVE_INFINITY;
      if (event.key !== 'Enter' || !(isWaiting || isOther(select))) return;
      event.preventDefault();
      end(select);
    },
    onChange(select) {
      isWaiting = true;
      if (performance.now() - steppedAt > atOnceMs) end(select);
    },
    onLeave: end,
  };
}
