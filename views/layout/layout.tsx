// Imported before the parts of the layout, whose rules refine these.
import './tokens.css';
import './base.css';
import '../components/fold.css';
import '../components/tones.css';
import './controls.css';
import '../components/buy-button.css';
import '../components/quantity.css';
import './crumbs.css';
import type { ReactNode } from 'react';
import type { Vehicle } from '../../server/contract/vehicles.js';
import { Cached } from '../cached.js';
import { usePage } from '../context.js';
import { IconSprite } from '../icons.js';
import { LowerStyle } from '../lower-style.js';
import type { Crumb } from '../models.js';
import { Footer } from './footer.js';
import { Header } from './header.js';
import { LinkedVehicle } from './vehicle-box.js';

interface Props {
  /** From home to the page itself, which is not repeated: the heading names it. */
  crumbs: readonly Crumb[];
  pageVehicle: Vehicle | null;
  /** The inline script. */
  loader: ReactNode;
  children: ReactNode;
}

function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = usePage();
  if (crumbs.length === 0) return null;
  return (
    <nav aria-label={t('layout:crumbs')}>
      <ol className="crumbs">
        {crumbs.map(({ label, href }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Icons of the header, and the link that skips it. */
function Start() {
  const { t } = usePage();
  return (
    <>
      <IconSprite names={['menu', 'find', 'cart', 'user', 'help']} />
      <a className="skip-link" href="#main">
        {t('layout:skip')}
      </a>
    </>
  );
}

/** The frame of every page. The visitor's own data are empty: the loader fills them in (D27). */
export function Layout({ crumbs, pageVehicle, loader, children }: Props) {
  const { edition } = usePage();
  return (
    <>
      <Cached of={[edition]} variant="start" view={() => <Start />} />
      <Header vehicle={pageVehicle} />
      <LinkedVehicle vehicle={pageVehicle} />
      {loader}
      {/* Live region, with which scripts inform screen readers. */}
      <p className="visually-hidden" role="status" data-status="" />
      <main id="main">
        <div className="page-width">
          <Crumbs crumbs={crumbs.slice(0, -1)} />
          {children}
        </div>
      </main>
      <LowerStyle />
      <Footer />
    </>
  );
}
