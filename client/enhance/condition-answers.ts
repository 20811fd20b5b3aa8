import { readAnswers, spellAnswers } from '../../views/condition-answers.js';
import { answersFor, keepAnswers } from '../../views/kept-answers.js';
import { fetchPage } from './fetch-page.js';
import { all, page } from './page.js';

export { answersFor };

export const pageModel = (): string | undefined => (page.vehicle ? JSON.parse(page.vehicle).modelId : undefined);

/**
 * Stores the answers of the address for the page's vehicle if the visitor comes from a page of ours; `x` deletes one.
 * `told` is the name that addresses of the last version have.
 */
export function rememberAnswers(): void {
  const address = new URL(location.href);
  const asked = address.searchParams.get('answers') ?? address.searchParams.get('told');
  const modelId = pageModel();
  if (!asked || !modelId || !document.referrer.startsWith(`${location.origin}/`)) return;
  const answers = readAnswers(answersFor(modelId));
  for (const [key, isSo] of readAnswers(asked)) answers.set(key, isSo);
  for (const each of asked.split('.')) if (each.endsWith('x')) answers.delete(each.slice(0, -1));
  keepAnswers(modelId, spellAnswers(answers));
  for (const name of ['answers', 'told']) address.searchParams.delete(name);
  history.replaceState(history.state, '', address);
}

/** Puts the verdict with earlier answers in the place of the question, as high, so that nothing moves. */
export async function answerCard(modelId: string): Promise<void> {
  const [question] = all<HTMLFormElement>('data-conditions');
  const card = question?.closest<HTMLElement>('.fit-card');
  const answers = readAnswers(answersFor(modelId));
  if (!card || !question?.dataset.conditions?.split('.').some((key) => answers.has(key))) return;
  try {
    const address = new URL(location.href);
    address.searchParams.set('answers', spellAnswers(answers));
    const shown = (await fetchPage(`${address}&fragment=1`)).querySelector<HTMLElement>('.fit-card');
    if (!shown || !card.isConnected) return;
    const answer = document.importNode(shown, true);
    answer.style.minHeight = `${card.offsetHeight}px`;
    card.replaceWith(answer);
  } catch {
    // The question stays.
  }
}
