import type { FittingVehicles as Vehicles } from '../../../server/contract/articles.js';
import { Cached } from '../../cached.js';
import { useAnchor, usePage } from '../../context.js';
import { ShowMore } from '../show-more.js';

type Fitting = Vehicles[number];

function Models({ models }: Pick<Fitting, 'models'>) {
  const { format } = usePage();
  return (
    <ul>
      {models.map(({ id, name, kw, ps, years, fitNotes }) => {
        const text = [name, format.power(kw, ps), years].filter(Boolean).join(', ');
        return (
          <li key={id}>
            {text}
            {fitNotes.length > 0 && <b className="tone-warn">{` (${fitNotes.join(', ')})`}</b>}
          </li>
        );
      })}
    </ul>
  );
}

/** Series whose models are written out: parts of a platform fit hundreds, and the picker answers for each. */
const detailedSeries = 3;

const modelsOf = (list: readonly Fitting[]): number => list.reduce((sum, { models }) => sum + models.length, 0);
const byMaker = (vehicles: Vehicles): Fitting[][] => [
  ...Map.groupBy(vehicles, ({ manufacturer }) => manufacturer.id).values(),
];

/** Makers with their series; the first ones say for which models, years and conditions, the others how many. */
function AllVehicles({ vehicles }: { vehicles: Vehicles }) {
  const { t } = usePage();
  const detailed = new Set(vehicles.slice(0, detailedSeries));
  const makers = byMaker(vehicles);
  return makers.map((list) => (
    <details className="fold" key={list[0]?.manufacturer.id} open={makers.length === 1 && list.length < detailedSeries}>
      <summary>
        {list[0]?.manufacturer.name}
        <span className="fold-note">{t('article:vehicles.models', { count: modelsOf(list) })}</span>
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

function Makers({ vehicles }: { vehicles: Vehicles }) {
  const { t } = usePage();
  return (
    <ul className="space-above">
      {byMaker(vehicles).map((list) => (
        <li key={list[0]?.manufacturer.id}>
          {t('article:vehicles.ofMake', { make: list[0]?.manufacturer.name, count: modelsOf(list) })}
        </li>
      ))}
    </ul>
  );
}

interface Props {
  vehicles: Vehicles;
  /** Address of the page with every series; null where this is it. */
  full: string | null;
}

/** Cars the article fits (D19): all of few series; of many how many models each make has, and a link to the rest. */
export function FittingVehicles({ vehicles, full }: Props) {
  const { t } = usePage();
  // It holds what the page leaves to a link.
  const restId = useAnchor('all-vehicles');
  if (full === null || vehicles.length <= detailedSeries) {
    return (
      <div id={restId}>
        <Cached as="div" of={[vehicles]} variant="all" view={() => <AllVehicles vehicles={vehicles} />} />
      </div>
    );
  }
  return (
    <div id={restId}>
      <Cached as="div" of={[vehicles]} variant="makers" view={() => <Makers vehicles={vehicles} />} />
      <ShowMore fragment={restId} href={full}>
        {t('article:vehicles.all')}
      </ShowMore>
    </div>
  );
}
