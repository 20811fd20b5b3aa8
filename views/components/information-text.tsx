import { usePage } from '../context.js';
import { type InformationPage, informationPages } from '../links.js';

const targets = ['home', 'cart', 'vehicles', 'bot', 'consent'] as const;
const isPage = (name: string): name is InformationPage => (informationPages as readonly string[]).includes(name);
const isTarget = (name: string): name is (typeof targets)[number] => (targets as readonly string[]).includes(name);

function Target({ to, children }: { to: string; children: string }) {
  const { url } = usePage();
  if (isPage(to)) return <a href={url('information', { page: to })}>{children}</a>;
  if (isTarget(to)) return <a href={url(to, {})}>{children}</a>;
  return (
    <a href={to} rel="noopener">
      {children}
    </a>
  );
}

/**
 * A sentence with links in the form `[words](target)`: an information page, one of a few other pages, or a URL.
 * `{{operator}}` marks data that only the operator can fill in.
 */
export function InformationText({ text }: { text: string }) {
  const { t } = usePage();
  const pieces = text.split(/(\[[^\]]+\]\([^)\s]+\)|\{\{operator\}\})/);
  return pieces.map((piece, index) => {
    const key = `${index}`;
    if (piece === '{{operator}}') return <mark key={key}>{t('information:operator')}</mark>;
    const link = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(piece);
    if (!link) return piece;
    return (
      <Target key={key} to={link[2] ?? ''}>
        {link[1] ?? ''}
      </Target>
    );
  });
}
