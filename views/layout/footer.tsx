import { Cached } from '../cached.js';
import { usePage } from '../context.js';
import type { InformationPage } from '../links.js';
import './footer.css';

const columns = [
  ['shopping', ['brands', 'guide', 'newsletter', 'oil-disposal']],
  ['help', ['support', 'shipping', 'deposit', 'ranking', 'revocation']],
  ['company', ['about', 'press', 'blog', 'merchants', 'jobs']],
  ['legal', ['imprint', 'terms', 'privacy', 'accessibility', 'security']],
] as const satisfies readonly (readonly [string, readonly InformationPage[]])[];
const merchantPages: readonly InformationPage[] = ['merchants', 'jobs'];

function Chips({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <div>
      <h2>{title}</h2>
      <ul className="chips">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  );
}

/** Links to the page in other editions; the loader remembers the choice (D3, D60). */
function Editions() {
  const { t, editionLinks } = usePage();
  if (editionLinks.length < 2) return null;
  return (
    <nav className="foot-editions" aria-label={t('layout:editions')}>
      {editionLinks.map(({ locale, name, href, current }) => (
        <a key={locale} href={href} lang={locale} hrefLang={locale} aria-current={current || undefined}>
          {current ? <b>{name}</b> : name}
        </a>
      ))}
    </nav>
  );
}

/** Links that are the same on every page of an edition. */
function Columns() {
  const { t, url, edition, shopName, words, socialLinks } = usePage();
  const isShown = (page: InformationPage): boolean => edition.hasMerchantPages || !merchantPages.includes(page);
  return (
    <>
      <div className="foot-columns">
        {columns.map(([column, pages]) => (
          <div key={column}>
            <h2>{column === 'company' ? shopName : t(`layout:columns.${column}`)}</h2>
            <ul>
              {column === 'shopping' && (
                <li>
                  <a href={url('vehicles', {})}>{t('layout:menu.vehicles')}</a>
                </li>
              )}
              {pages.filter(isShown).map((page) => (
                <li key={page}>
                  <a href={url('information', { page })}>{t(`layout:pages.${page}`)}</a>
                </li>
              ))}
              {column === 'company' &&
                socialLinks.map(({ name, href }) => (
                  <li key={name}>
                    <a href={href} rel="noopener">
                      {name}
                    </a>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
      {words.deliveryServices.length + words.paymentServices.length > 0 && (
        <div className="foot-service">
          <Chips title={t('layout:shipping')} names={words.deliveryServices} />
          <Chips title={t('layout:payment')} names={words.paymentServices} />
        </div>
      )}
    </>
  );
}

/** Links to withdrawal and consent, which the law requires on every page. */
function LegalLinks() {
  const { t, url, edition } = usePage();
  return (
    <>
      <a className="button" href={url('information', { page: 'revocation' })}>
        {t('layout:withdraw')}
      </a>
      <form action={url('consent', {})} data-opens={`/fragments/${edition.locale}/consent.html`} data-kind="consent">
        <button type="submit" className="button" aria-haspopup="dialog">
          {t('consent:title')}
        </button>
      </form>
    </>
  );
}

function Notes() {
  const { t, shopName, isDemonstration } = usePage();
  return (
    <>
      {isDemonstration && <p className="note">{t('layout:demonstration', { shop: shopName })}</p>}
      <div className="foot-law small soft">
        <span>{t('layout:prices')}</span>
        <span className="number support-code" data-support-code="" data-label={t('layout:supportCode')} />
      </div>
    </>
  );
}

export function Footer() {
  const { edition } = usePage();
  return (
    <footer className="foot">
      <div className="page-width">
        <Cached as="div" of={[edition]} variant="footer" view={() => <Columns />} />
        <div className="foot-law">
          <Cached of={[edition]} variant="duties" view={() => <LegalLinks />} />
          <Editions />
        </div>
        <Cached of={[edition]} variant="notes" view={() => <Notes />} />
      </div>
    </footer>
  );
}
