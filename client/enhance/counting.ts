/**
 * Counts with the buttons beside a number. A tap on the number selects it, so that the next key replaces it. The script
 * may arrive after the first keys, or after the visitor has left the field: it then leaves number and focus alone.
 */
export function count(target: HTMLElement): void {
  const number = target as HTMLInputElement;
  const isUntouched = document.activeElement === target && number.value === number.defaultValue;
  if (target.className === 'quantity' && isUntouched) number.select();
  const { step } = target.dataset;
  if (!step) return;
  const field = target.parentElement?.querySelector('input');
  field?.stepUp(Number(step));
  for (const type of ['input', 'change']) field?.dispatchEvent(new Event(type, { bubbles: true }));
}
