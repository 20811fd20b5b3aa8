/** What the page says about itself on its root element. */
export const page = document.documentElement.dataset;

/** The value of a cookie readable by script, or undefined. */
export const cookie = (name: string): string | undefined => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1];

/** The model that the address names. */
export const pageModel = (): string | undefined => (page.vehicle ? JSON.parse(page.vehicle).modelId : undefined);

/** Whether the page is about no vehicle, make or series, so that the kept vehicle is meant wherever one matters. */
export const isNeutral = (): boolean => !page.vehicle && !/\/[12]-\d/.test(location.pathname);

export const all = <E extends HTMLElement = HTMLElement>(attribute: string): NodeListOf<E> =>
  document.querySelectorAll(`[${attribute}]`);

/** Does something once the next frame is painted; in a tab that nobody sees, there is none. */
export const afterFrame = (work: () => void): void => {
  requestAnimationFrame(() => setTimeout(work));
};

/** How this page was come by. */
export const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];

/** What `Server-Timing` of the page says by a name. */
export const told = (name: string): string | undefined =>
  navigation?.serverTiming?.find((timing) => timing.name === name)?.description;
