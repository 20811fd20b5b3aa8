import { usePage } from '../context.js';

/** Shown in place of a section that could not be loaded, with a link to reload the page. */
export function CouldNotLoad({ children }: { children: string }) {
  const { t, path } = usePage();
  // Script also loads single sections, but the link reloads their whole page.
  const again = path.replace(/[?&]part=1$/, '');
  return (
    <p className="note space-above">
      {children} <a href={again}>{t('layout:missing.again')}</a>
    </p>
  );
}
