import type { ReactNode } from 'react';
import { usePage } from '../context.js';
import type { SavedVehiclesModel } from '../models.js';
import './information.css';

/** The vehicles of an account, and the vehicle that is to become one of them: both need a login (D67). */
export function SavedVehiclesView({ model: { vehicle, loginUrl } }: { model: SavedVehiclesModel }): ReactNode {
  const { t, url } = usePage();
  const { model, seriesPage } = vehicle ?? {};
  return (
    <>
      <h1>{t('account:vehicles.title')}</h1>
      <p className="lead">{t(model ? 'account:vehicles.hint' : 'account:vehicles.description')}</p>
      {model && seriesPage && (
        <p className="note">
          <a href={url('model', { seriesPage, modelId: model.id })}>{model.fullName}</a>
        </p>
      )}
      <p className="acts">
        <a className="b ink" href={loginUrl}>
          {t('account:vehicles.login')}
        </a>
        <a className="b" href={url('vehicles', {})}>
          {t('account:vehicles.choose')}
        </a>
      </p>
    </>
  );
}
