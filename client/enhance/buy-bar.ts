/** On a phone, a bar keeps price, verdict and button in reach until the whole button of the page is on screen. */
export function showBuyBar(): void {
  const find = () => document.querySelector<HTMLElement>('.buy-box .buy:not([hidden])');
  const box = find()?.closest('.article-box');
  if (!box) return;
  const bar = document.createElement('div');
  bar.className = 'buy-bar';
  bar.hidden = true;
  const fill = (): void => {
    const original = find();
    if (!original) return;
    const button = original.cloneNode(true) as HTMLElement;
    // Yellow leads to what fits.
    if (document.querySelector('.fit-card.tone-bad')) button.classList.remove('buy');
    if (button instanceof HTMLButtonElement) {
      button.type = 'button';
      button.onclick = () => original.closest('form')?.requestSubmit(original);
    }
    const text = document.createElement('div');
    const verdict = document.createElement('p');
    verdict.className = 'small';
    verdict.append(...(document.querySelector('.fit-card h2')?.cloneNode(true).childNodes ?? []));
    text.append(document.querySelector('.buy-box .price')?.cloneNode(true) ?? '', verdict);
    bar.replaceChildren(text, button);
  };
  const seen = new IntersectionObserver(
    ([entry]) => {
      bar.hidden = !entry || entry.intersectionRatio >= 0.98;
      document.documentElement.toggleAttribute('data-buy-bar', !bar.hidden);
    },
    { threshold: 0.98 },
  );
  const watch = (): void => {
    seen.disconnect();
    const button = find();
    if (button) seen.observe(button);
    fill();
  };
  document.querySelector('main')?.append(bar);
  // A change of the quantity replaces the box, an add replaces its button.
  new MutationObserver(watch).observe(box, {
    subtree: true,
    childList: true,
    attributeFilter: ['aria-busy', 'hidden'],
  });
  watch();
}
