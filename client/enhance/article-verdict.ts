import { readAnswers, spellAnswers } from '../../views/condition-answers.js';
import { answersFor } from '../../views/kept-answers.js';
import { keptVehicle } from '../../views/kept-vehicle.js';
import { fetchPage } from './fetch-page.js';
import { isNeutral, pageModel } from './page.js';

/** Model id of the vehicle that the card now describes; empty without one. */
let shownFor = '';

/**
 * Replaces the fit card and the words of its button by those for the kept vehicle or the earlier answers. The card
 * keeps its height.
 */
export async function showArticleVerdict(): Promise<void> {
  const card = document.querySelector<HTMLElement>('.fit-card');
  const own = (isNeutral() && keptVehicle()?.modelId) || '';
  const answers = readAnswers(answersFor(own || pageModel() || ''));
  const { conditions } = card?.querySelector<HTMLElement>('[data-conditions]')?.dataset ?? {};
  if (!card || (own === shownFor && !conditions?.split('.').some((key) => answers.has(key)))) return;
  shownFor = own;
  try {
    const address = new URL(location.href);
    if (own) address.searchParams.set('modelId', own);
    if (answers.size > 0) address.searchParams.set('answers', spellAnswers(answers));
    const page = await fetchPage(`${address}${address.search ? '&' : '?'}fragment=1`);
    const shown = page.querySelector<HTMLElement>('.fit-card');
    if (!shown || !card.isConnected || own !== shownFor) return;
    // The page contains only the shapes of its own icons.
    for (const shape of page.querySelectorAll('symbol'))
      if (!document.getElementById(shape.id)) document.querySelector('.icon-sprite')?.append(shape);
    shown.style.minHeight = `${card.offsetHeight}px`;
    card.replaceWith(document.importNode(shown, true));
    const words = page.querySelector('.buy-box .buy')?.childNodes;
    if (words) document.querySelector('.buy-box .buy')?.replaceChildren(...words);
  } catch {
    // The card keeps its question.
  }
}
