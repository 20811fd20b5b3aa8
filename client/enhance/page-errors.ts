import { page } from './page.js';

/** Returns the file of the build that an error comes from: `page` for the loader, empty for a foreign script. */
function chunkOf(where: string): string {
  const own = /\/build\/([\w.-]+\.js)/.exec(where);
  if (own) return own[1] as string;
  return where.includes('://') && !where.includes(location.origin) ? '' : 'page';
}

/** Reports the first error of a page: build, file and kind only. Samples as many page views as the vitals (P115). */
export function reportErrors(): void {
  if (Math.random() * 100 >= Number(page.vitals)) return;
  let hasSent = false;
  const send = (kind: 'error' | 'rejection', where: string): void => {
    const chunk = chunkOf(where);
    if (hasSent || !chunk) return;
    hasSent = true;
    const { build, locale, route } = page;
    navigator.sendBeacon('/api/browser-errors', JSON.stringify({ build, chunk, kind, locale, route }));
  };
  addEventListener('error', ({ error, filename }) => send('error', String((error as Error | null)?.stack ?? filename)));
  addEventListener('unhandledrejection', ({ reason }) => {
    // The browser aborts work of its own, such as a transition between pages, with a DOMException.
    if (!(reason instanceof DOMException)) send('rejection', String((reason as Error | null)?.stack ?? ''));
  });
}
