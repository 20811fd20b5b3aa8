/** Counts with the buttons beside a number. A tap on the number selects it, so that the next key replaces it. */
export function count(target: HTMLElement): void {
  if (target.className === 'quantity') (target as HTMLInputElement).select();
  const { step } = target.dataset;
  if (!step) return;
  const field = target.parentElement?.querySelector('input');
  field?.stepUp(Number(step));
  for (const type of ['input', 'change']) field?.dispatchEvent(new Event(type, { bubbles: true }));
}
