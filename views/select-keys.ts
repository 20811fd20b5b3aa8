/**
 * Milliseconds between a key on a closed list and the change that it makes at once; a list that is open takes longer.
 */
const atOnceMs = 300;
/** Keys that open the list or end the choice; all others on a closed list step through its entries. */
const isStep = ({ key, altKey }: Pick<KeyboardEvent, 'key' | 'altKey'>): boolean =>
  !altKey && !['Enter', ' ', 'F4', 'Tab', 'Shift'].includes(key);

/** Events of a select that acts at once. */
export interface SelectKeys {
  onKeyDown(
    event: Pick<KeyboardEvent, 'key' | 'altKey' | 'timeStamp' | 'preventDefault'>,
    select: HTMLSelectElement,
  ): void;
  onChange(event: Pick<Event, 'timeStamp'>, select: HTMLSelectElement): void;
  onLeave(select: HTMLSelectElement): void;
}

/**
 * A select that acts on what is chosen in it. A pointer, or Enter in its open list, acts at once; keys that step
 * through a closed list only change what it shows, and Enter or leaving it acts (WCAG 3.2.2).
 *
 * @param isOther whether it was changed before anybody listened
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
      steppedAt = isStep(event) ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (event.key !== 'Enter' || !(isWaiting || isOther(select))) return;
      event.preventDefault();
      end(select);
    },
    onChange(event, select) {
      isWaiting = true;
      if (event.timeStamp - steppedAt > atOnceMs) end(select);
    },
    onLeave: end,
  };
}
