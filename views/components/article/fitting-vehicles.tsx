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

/** Series whose models the page lists. Parts of a platform fit hundreds, for which the picker answers. */
const detailedSeries = 3;

const modelsOf = (list: readonly Fitting[]): number => list.reduce((sum, { models }) => sum + models.length, 0);
const byMaker = (vehicles: Vehicles): Fitting[][] => [
  ...Map.groupBy(vehicles, ({ manufacturer }) => manufacturer.id).values(),
];

/** All makers with their series: the first ones with models, years and conditions, the others with counts. */
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
  /** Page with every series; null on that page. */
  full: string | null;
}

/** Cars that the article fits (D19): a few series in full; otherwise counts for each make, with a link to the rest. */
export function FittingVehicles({ vehicles, full }: Props) {
  const { t } = usePage();
  // Id of the section that the link loads.
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
