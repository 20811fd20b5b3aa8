// Before the parts of the layout, whose rules refine these.
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
import { keepPlaceholders } from '../formats.js';
import { IconSprite } from '../icons.js';
import type { Crumb } from '../models.js';
import { Footer } from './footer.js';
import { Header } from './header.js';
import { LinkedVehicle } from './vehicle-box.js';

interface Props {
  /** From home to the page itself; the page, which its heading names, is not repeated. */
  crumbs: readonly Crumb[];
  pageVehicle: Vehicle | null;
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

/** What stands before the header: the shapes that it uses, and the way past it. */
function Start() {
  const { t } = usePage();
  return (
    <>
      <IconSprite names={['menu', 'find', 'cart', 'user', 'land']} />
      <a className="skip-link" href="#main">
        {t('layout:skip')}
      </a>
    </>
  );
}

/** Where the loader tells readers by ear what has happened, with its words. */
function Status() {
  const { t } = usePage();
  return (
    <p
      className="visually-hidden"
      role="status"
      data-status=""
      data-added={t('layout:added', keepPlaceholders)}
      data-failed={t('layout:failed')}
    />
  );
}

/**
 * Data of the layout around every page. Places for what belongs to the visitor are empty: the loader fills them (D27).
 */
export function Layout({ crumbs, pageVehicle, children }: Props) {
  const { edition } = usePage();
  return (
    <>
      <Cached of={[edition]} variant="start" view={() => <Start />} />
      <Header vehicle={pageVehicle} />
      <LinkedVehicle vehicle={pageVehicle} />
      <Cached of={[edition]} variant="status" view={() => <Status />} />
      <main id="main">
        <div className="page-width">
          <Crumbs crumbs={crumbs.slice(0, -1)} />
          {children}
        </div>
      </main>
      <Footer />
    </>
  );
}
