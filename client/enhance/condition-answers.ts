import { readAnswers, spellAnswers } from '../../views/condition-answers.js';
import { answersFor, keepAnswers } from '../../views/kept-answers.js';
import { pageModel } from './page.js';

/**
 * Stores the answers of the address for the page's vehicle if the visitor comes from a page of this shop; `x` deletes
 * one. Addresses of the last version have another name for the parameter.
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
