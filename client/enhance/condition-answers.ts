import { readAnswers, spellAnswers } from '../../views/condition-answers.js';
import { answersFor, keepAnswers } from '../../views/kept-answers.js';
import { pageModel } from './page.js';

/**
 * Stores the answers of the address for the page's vehicle if the visitor comes from a page of this shop. An `x`
 * deletes one.
 */
export function rememberAnswers(): void {
  const address = new URL(location.href);
  const asked = address.searchParams.get('answers');
  const modelId = pageModel();
  if (!asked || !modelId || !document.referrer.startsWith(`${location.origin}/`)) return;
  const answers = readAnswers(answersFor(modelId));
  for (const [key, isSo] of readAnswers(asked)) answers.set(key, isSo);
  for (const each of asked.split('.')) if (each.endsWith('x')) answers.delete(each.slice(0, -1));
  keepAnswers(modelId, spellAnswers(answers));
  address.searchParams.delete('answers');
  history.replaceState(history.state, '', address);
}
