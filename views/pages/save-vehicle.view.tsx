import type { Vehicle } from '../../server/contract/vehicles.js';
import { vehicleName } from '../catalogue-names.js';
import { usePage } from '../context.js';
import './information.css';

export interface SaveVehicleModel {
  /** Asks to confirm, asks to log in, explains a refusal, or suggests trying again. */
  state: 'ask' | 'login' | 'refused' | 'failed';
  /** Reason for a refusal. */
  message: string | null;
  vehicle: Vehicle;
  action: string;
  loginUrl: string;
}

/** A vehicle to save with a question, a login or a refusal (specification 4). */
export function SaveVehicleView({ model }: { model: SaveVehicleModel }) {
  const { t, url, edition } = usePage();
  const { state, vehicle, message } = model;
  const { seriesPage } = vehicle;
  return (
    <>
      <h1>{t('account:save.title')}</h1>
      {state === 'ask' ? (
        <p className="lead">{t('account:save.ask')}</p>
      ) : (
        <p className="lead" role="alert">
          {state === 'login' ? t('account:save.hint') : state === 'failed' ? t('account:save.failed') : message}
        </p>
      )}
      <p className="note space-above">{vehicleName(vehicle)}</p>
      <div className="actions">
        {(state === 'ask' || state === 'failed') && (
          <form method="post" action={model.action}>
            <input type="hidden" name="locale" value={edition.locale} />
            <button className="button filled" type="submit">
              {t('account:save.submit')}
            </button>
          </form>
        )}
        {state === 'login' && (
          <a className="button filled" href={model.loginUrl}>
            {t('account:save.login')}
          </a>
        )}
        {state === 'refused' && (
          <a className="button filled" href={url('savedVehicles', {})}>
            {t('account:save.list')}
          </a>
        )}
        {seriesPage && vehicle.model && (
          <a className="button" href={url('model', { seriesPage, modelId: vehicle.model.id })}>
            {t('account:save.back')}
          </a>
        )}
      </div>
    </>
  );
}
