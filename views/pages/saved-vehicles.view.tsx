import type { Vehicle } from '../../server/contract/vehicles.js';
import { Section } from '../components/section.js';
import { usePage } from '../context.js';
import { HiddenFields } from '../hidden-fields.js';
import './information.css';
import './saved-vehicles.css';

export interface SavedVehiclesModel {
  /** The latest first; null without a login. */
  vehicles: readonly Vehicle[] | null;
  loginUrl: string;
}

/** A saved vehicle. Its name chooses it and opens its page with its parts (D10, D78). */
function Saved({ vehicle: { model, seriesPage } }: { vehicle: Vehicle }) {
  const { t, url, format, edition } = usePage();
  if (!model || !seriesPage) return null;
  const facts = [
    format.power(model.kw, model.ps),
    model.ccm > 0 ? `${format.number(model.ccm)}\u00a0cm³` : '',
    format.years(model.productionYearStart, model.productionYearEnd),
  ].filter(Boolean);
  return (
    <li>
      <div>
        <h2>
          <a href={`${url('vehicles', {})}?modelId=${model.id}`} rel="nofollow">
            {model.fullName}
          </a>
        </h2>
        <p className="small soft">{facts.join(', ')}</p>
      </div>
      <form method="post" action={url('savedVehicles', {})}>
        <HiddenFields fields={{ locale: edition.locale, modelId: model.id }} />
        <button
          className="button quiet"
          type="submit"
          name="action"
          value="remove"
          aria-label={t('account:vehicles.removeNamed', { vehicle: model.fullName })}
        >
          {t('account:vehicles.remove')}
        </button>
      </form>
    </li>
  );
}

function Account() {
  const { t, url, edition } = usePage();
  const action = url('savedVehicles', {});
  return (
    <Section heading="h-account" title={t('account:account.title')}>
      <form className="actions" method="post" action={action}>
        <input type="hidden" name="locale" value={edition.locale} />
        <button className="button" type="submit" name="action" value="logout">
          {t('account:account.logout')}
        </button>
      </form>
      <details className="fold space-above">
        <summary>{t('account:account.delete')}</summary>
        <form method="post" action={action}>
          <input type="hidden" name="locale" value={edition.locale} />
          <p>{t('account:account.deleteHint')}</p>
          <p className="space-above">
            <button className="button" type="submit" name="action" value="deleteAccount">
              {t('account:account.deleteConfirm')}
            </button>
          </p>
        </form>
      </details>
    </Section>
  );
}

/** The vehicles of an account and its settings; asks to log in without one (D67). */
export function SavedVehiclesView({ model: { vehicles, loginUrl } }: { model: SavedVehiclesModel }) {
  const { t, url } = usePage();
  return (
    <>
      <h1>{t('account:vehicles.title')}</h1>
      <p className="lead">
        {vehicles === null
          ? t('account:vehicles.description')
          : t(vehicles.length > 0 ? 'account:vehicles.lead' : 'account:vehicles.none')}
      </p>
      {vehicles && vehicles.length > 0 && (
        <ul className="saved-vehicles">
          {vehicles.map((vehicle) => (
            <Saved key={vehicle.model?.id} vehicle={vehicle} />
          ))}
        </ul>
      )}
      <p className="actions">
        {vehicles === null && (
          <a className="button filled" href={loginUrl}>
            {t('account:vehicles.login')}
          </a>
        )}
        <a className="button" href={url('vehicles', {})}>
          {t('account:vehicles.choose')}
        </a>
      </p>
      {vehicles && <Account />}
    </>
  );
}
