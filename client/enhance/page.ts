/** Attributes of the root element, by which the page describes itself. */
export const page = document.documentElement.dataset;

/** Returns the value of a cookie that script can read, or undefined. */
export const cookie = (name: string): string | undefined => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1];

/** Returns the model that the address names. */
export const pageModel = (): string | undefined => (page.vehicle ? JSON.parse(page.vehicle).modelId : undefined);

/** Returns the query of a call in the page's language, for its country. */
export const queryWith = (more: Readonly<Record<string, string>>): string =>
  `${new URLSearchParams({ locale: page.locale ?? '', country: page.country ?? '', ...more })}`;

/** Whether the page concerns no vehicle, make or series, so that the kept vehicle applies. */
export const isNeutral = (): boolean => !page.vehicle && !/\/[12]-\d/.test(location.pathname);

export const all = <E extends HTMLElement = HTMLElement>(attribute: string): NodeListOf<E> =>
  document.querySelectorAll(`[${attribute}]`);

/** Runs work once the next frame is painted. A tab in the background paints none. */
export const afterFrame = (work: () => void): void => {
  requestAnimationFrame(() => setTimeout(work));
};

/** Timing of the navigation that opened this page. */
export const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];

/** Returns the value of a name in the page's `Server-Timing` header. */
export const serverTiming = (name: string): string | undefined =>
  navigation?.serverTiming?.find((timing) => timing.name === name)?.description;
