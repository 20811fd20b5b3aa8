import type { ReactNode } from 'react';
import type { FittingVehicles as Vehicles } from '../../../server/api/contract.js';
import { usePage } from '../../context.js';

type Fitting = Vehicles[number];

function Models({ models }: Pick<Fitting, 'models'>): ReactNode {
  const { format } = usePage();
  return (
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
  );
}

/** Cars the article fits, by maker and series, with years and conditions (D19); a single maker stands open. */
export function FittingVehicles({ vehicles }: { vehicles: Vehicles }): ReactNode {
  const { t } = usePage();
  const makers = [...Map.groupBy(vehicles, ({ manufacturer }) => manufacturer.id).values()];
  return makers.map((list) => (
    <details className="d" key={list[0]?.manufacturer.id} open={makers.length === 1 && list.length < 6}>
      <summary>
        {list[0]?.manufacturer.name}
        <span className="n">
          {t('article:vehicles.models', { count: list.reduce((sum, { models }) => sum + models.length, 0) })}
        </span>
      </summary>
      <div>
        {list.map(({ series, models }) => (
          <div key={series.id}>
            <h3>{series.name}</h3>
            <Models models={models} />
          </div>
        ))}
      </div>
    </details>
  ));
}
