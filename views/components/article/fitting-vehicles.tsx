import type { ReactNode } from 'react';
import type { FittingVehicles as Vehicles } from '../../../server/api/contract.js';
import { usePage } from '../../context.js';

/** Cars the article fits, by series, with years and conditions (D19); a single series stands open. */
export function FittingVehicles({ vehicles }: { vehicles: Vehicles }): ReactNode {
  const { t, format } = usePage();
  return vehicles.map(({ manufacturer, series, models }) => (
    <details className="d" key={series.id} open={vehicles.length === 1}>
      <summary>
        {`${manufacturer.name} ${series.name}`}
        <span className="n">{t('article:vehicles.models', { count: models.length })}</span>
      </summary>
      <ul>
        {models.map(({ id, name, kw, ps, years, fitNotes }) => {
          const text = [name, format.power(kw, ps), years].filter(Boolean).join(', ');
          return (
            <li key={id}>
              {text}
              {fitNotes.length > 0 && <b className="warn">{` (${fitNotes.join(', ')})`}</b>}
            </li>
          );
        })}
      </ul>
    </details>
  ));
}
