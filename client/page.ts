/** What the page says about itself on its root element. */
export const page = document.documentElement.dataset;

/** The value of a cookie readable by script, or undefined. */
export const cookie = (name: string): string | undefined => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1];

/** All elements that carry the attribute. */
export const all = <E extends HTMLElement = HTMLElement>(attribute: string): NodeListOf<E> =>
  document.querySelectorAll(`[${attribute}]`);

/** Does something once the next frame is painted; in a tab that nobody sees, there is none. */
export const afterFrame = (work: () => void): void => {
  requestAnimationFrame(() => setTimeout(work));
};
