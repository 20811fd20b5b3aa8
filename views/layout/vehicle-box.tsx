import type { Vehicle } from '../../server/contract/vehicles.js';
import { ByState } from '../by-state.js';
import { Cached } from '../cached.js';
import { ownAddress, ownPage } from '../catalogue-links.js';
import { OwnLink } from '../components/own-place.js';
import { usePage } from '../context.js';
import { keepPlaceholders } from '../formats.js';
import { VehiclePanel } from '../islands/vehicle-panel.island.js';
import { vehiclePanelProps } from '../islands/vehicle-panel.props.js';
import { type KeptVehicle, keptOf, vehicleText } from '../kept-vehicle.js';
import './vehicle-box.css';

/**
 * A vehicle in the form of a drawing's title block: that of the page, or placeholders for the kept one. Narrow screens
 * hide maker and power, and then add the power to the name.
 */
function TitleBlock({ vehicle }: { vehicle: KeptVehicle | null }) {
  const { t, url } = usePage();
  const format = (key: 'power' | 'ps' | 'from' | 'until'): string => t(`meta:format.${key}`, keepPlaceholders);
  const slot = (text: string) => (vehicle ? { children: vehicleText(text, vehicle) } : { 'data-slot': text });
  const own = ownAddress(url('vehicles', {}));
  const years = `{{from}}–{{to}}|${format('from').replace('year', 'from')}|${format('until').replace('year', 'to')}`;
  return (
    <dl>
      <div>
        <dt>
          {vehicle ? (
            <ByState own={t('layout:vehicle.name')} named={t('layout:vehicle.named')} vehicle={vehicle} />
          ) : (
            t('layout:vehicle.name')
          )}
        </dt>
        <dd>
          <a {...(vehicle ? { href: vehicleText(own, vehicle) } : { 'data-href': own })}>
            <span {...slot('{{make}} ')} />
            <span {...slot('{{series}} {{engine}}')} />
            <span {...slot(` ${format('ps')}`)} />
            {vehicle && ' '}
            {vehicle && <span className="from-link">{t('layout:vehicle.fromLink')}</span>}
          </a>
        </dd>
      </div>
      <div>
        <dt>{t('layout:vehicle.power')}</dt>
        <dd {...slot(format('power'))} />
      </div>
      <div>
        <dt>{t('layout:vehicle.ccm')}</dt>
        <dd {...slot('{{ccm}} cm³')} />
      </div>
      <div>
        <dt>{t('layout:vehicle.years')}</dt>
        <dd {...slot(years)} />
      </div>
    </dl>
  );
}

/** Placeholders for the kept vehicle, which HTML never contains (D27). */
function NoVehicle() {
  const { t } = usePage();
  return (
    <>
      {/* The loader inserts the vehicle before this sentence, which the style then hides. */}
      <template data-own="">
        <TitleBlock vehicle={null} />
      </template>
      <p>
        {t('layout:vehicle.none')} <span>{t('layout:vehicle.noneWhy')}</span>
      </p>
    </>
  );
}

export function VehicleBox({ vehicle }: { vehicle: Vehicle | null }) {
  const { t, url, edition } = usePage();
  const kept = keptOf(vehicle);
  return (
    <div className="vehicle-box" data-vehicle-box="">
      {kept ? <TitleBlock vehicle={kept} /> : <Cached of={[edition]} variant="vehicle" view={() => <NoVehicle />} />}
      <VehiclePanel {...vehiclePanelProps(url('vehicles', {}), edition, t)} />
    </div>
  );
}

/**
 * Buttons for either vehicle if the address names another one than the device keeps (D91). Hidden in other states, and
 * without script.
 */
export function LinkedVehicle({ vehicle }: { vehicle: Vehicle | null }) {
  const { t, path } = usePage();
  if (!vehicle?.model) return null;
  return (
    <aside className="linked-vehicle" aria-label={t('layout:vehicle.named')}>
      <div className="page-width">
        <template data-own={vehicle.model.id}>
          <p data-slot={t('layout:vehicle.mine', keepPlaceholders)} />
          <OwnLink href={ownPage(path)} text={t('layout:vehicle.back')} className="button" />
        </template>
        <button type="button" className="button quiet" data-choose="">
          {t('layout:vehicle.keep', { vehicle: vehicle.series?.shortName ?? '' })}
        </button>
      </div>
    </aside>
  );
}
