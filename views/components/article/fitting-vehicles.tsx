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

/** Series whose models are written out; a part of a whole platform fits hundreds, and the picker answers for any of them. */
const detailedSeries = 3;

/**
 * Cars the article fits, by maker and series (D19). The first series, the chosen vehicle's before all others, say for
 * which models, years and conditions; the rest say how many.
 */
export function FittingVehicles({ vehicles }: { vehicles: Vehicles }): ReactNode {
  const { t } = usePage();
  const detailed = new Set(vehicles.slice(0, detailedSeries));
  const makers = [...Map.groupBy(vehicles, ({ manufacturer }) => manufacturer.id).values()];
  return makers.map((list) => (
    <details className="d" key={list[0]?.manufacturer.id} open={makers.length === 1 && list.length < detailedSeries}>
      <summary>
        {list[0]?.manufacturer.name}
        <span className="n">
          {t('article:vehicles.models', { count: list.reduce((sum, { models }) => sum + models.length, 0) })}
        </span>
      </summary>
      <div>
        {list.map((fitting) => (
          <div key={fitting.series.id}>
            <h3>{fitting.series.name}</h3>
            {detailed.has(fitting) ? (
              <Models models={fitting.models} />
            ) : (
              <p>{t('article:vehicles.models', { count: fitting.models.length })}</p>
            )}
          </div>
        ))}
      </div>
    </details>
  ));
}
