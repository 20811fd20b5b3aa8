/** On a phone, a bar keeps price, verdict and button in reach while the buy box is off screen. */
export function showBuyBar(): void {
  const box = document.querySelector('.buy-box');
  if (!box?.querySelector('form')) return;
  const bar = document.createElement('div');
  bar.className = 'buy-bar';
  bar.hidden = true;
  const fill = (): void => {
    const now = document.querySelector('.buy-box');
    const form = now?.querySelector('form');
    const button = form?.querySelector<HTMLElement>('.buy:not([hidden])')?.cloneNode(true) as HTMLElement | undefined;
    if (!form || !button) return;
    if (button instanceof HTMLButtonElement) {
      button.type = 'button';
      button.onclick = () => form.requestSubmit(form.querySelector<HTMLElement>('.buy'));
    }
    const text = document.createElement('div');
    const price = now?.querySelector('.price')?.cloneNode(true);
    const verdict = document.createElement('p');
    verdict.className = 'small';
    verdict.append(...(document.querySelector('.fit-card h2')?.cloneNode(true).childNodes ?? []));
    text.append(...(price ? [price] : []), verdict);
    bar.replaceChildren(text, button);
  };
  const seen = new IntersectionObserver(([entry]) => {
    fill();
    bar.hidden = entry?.isIntersecting ?? true;
    document.documentElement.toggleAttribute('data-buy-bar', !bar.hidden);
  });
  const watch = (): void => {
    seen.disconnect();
    for (const form of document.querySelectorAll('.buy-box form')) seen.observe(form);
    fill();
  };
  document.querySelector('main')?.append(bar);
  // A change of the quantity replaces the box, an add replaces its button.
  new MutationObserver(watch).observe(box.parentElement ?? box, {
    subtree: true,
    childList: true,
    attributeFilter: ['aria-busy', 'hidden'],
  });
  watch();
}
