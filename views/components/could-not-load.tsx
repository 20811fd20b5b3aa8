import type { ReactNode } from 'react';
import { usePage } from '../context.js';

/** In the place of what could not be loaded: says so, and leads to the same page once more, without script as well. */
export function CouldNotLoad({ children }: { children: string }): ReactNode {
  const { t, path } = usePage();
  // Of a part that script has fetched, the page that it is for.
  const again = path.replace(/[?&]part=1$/, '');
  return (
    <p className="note space-above">
      {children} <a href={again}>{t('layout:missing.again')}</a>
    </p>
  );
}
