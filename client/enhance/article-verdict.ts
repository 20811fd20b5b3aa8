import { readAnswers, spellAnswers } from '../../views/condition-answers.js';
import { answersFor } from '../../views/kept-answers.js';
import { keptVehicle } from '../../views/kept-vehicle.js';
import { fetchPage } from './fetch-page.js';
import { isNeutral, pageModel } from './page.js';

/** The kept model that the card of an article without a vehicle speaks of; empty if of none. */
let shownFor = '';

/**
 * Replaces the card of an article by the verdict for the kept vehicle, or by the one that follows from earlier answers,
 * with the words of its button. It keeps the height of the card.
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
    // The page carries the shapes of its own icons only.
    for (const shape of page.querySelectorAll('symbol'))
      if (!document.getElementById(shape.id)) document.querySelector('.icon-sprite')?.append(shape);
    shown.style.minHeight = `${card.offsetHeight}px`;
    card.replaceWith(document.importNode(shown, true));
    const words = page.querySelector('.buy-box .buy')?.childNodes;
    if (words) document.querySelector('.buy-box .buy')?.replaceChildren(...words);
  } catch {
    // The question stays.
  }
}
