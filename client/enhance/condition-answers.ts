import { readTold, spellTold } from '../../views/condition-answers.js';
import { keepTold, toldOf } from '../../views/kept-answers.js';
import { fetchPage } from './fetch-page.js';
import { all, page } from './page.js';

export { toldOf };

export const pageModel = (): string | undefined => (page.vehicle ? JSON.parse(page.vehicle).modelId : undefined);

/** Keeps the answers in the address for the page's vehicle, where they come from a page of ours; `x` ends one. */
export function rememberTold(): void {
  const address = new URL(location.href);
  const asked = address.searchParams.get('told');
  const modelId = pageModel();
  if (!asked || !modelId || !document.referrer.startsWith(`${location.origin}/`)) return;
  const told = readTold(toldOf(modelId));
  for (const [key, isSo] of readTold(asked)) told.set(key, isSo);
  for (const each of asked.split('.')) if (each.endsWith('x')) told.delete(each.slice(0, -1));
  keepTold(modelId, spellTold(told));
  address.searchParams.delete('told');
  history.replaceState(history.state, '', address);
}

/** Puts the verdict with earlier answers in the place of the question, as high, so that nothing moves. */
export async function answerCard(modelId: string): Promise<void> {
  const [question] = all<HTMLFormElement>('data-conditions');
  const card = question?.closest<HTMLElement>('.fit-card');
  const told = readTold(toldOf(modelId));
  if (!card || !question?.dataset.conditions?.split('.').some((key) => told.has(key))) return;
  try {
    const address = new URL(location.href);
    address.searchParams.set('told', spellTold(told));
    const shown = (await fetchPage(`${address}&fragment=1`)).querySelector<HTMLElement>('.fit-card');
    if (!shown || !card.isConnected) return;
    const answer = document.importNode(shown, true);
    answer.style.minHeight = `${card.offsetHeight}px`;
    card.replaceWith(answer);
  } catch {
    // The question stays.
  }
}
