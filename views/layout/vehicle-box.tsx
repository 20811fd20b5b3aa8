import type { Vehicle } from '../../server/contract/vehicles.js';
import { Cached } from '../cached.js';
import { usePage } from '../context.js';
import { VehiclePanel } from '../islands/vehicle-panel.island.js';
import { vehiclePanelProps } from '../islands/vehicle-panel.props.js';

/** The vehicle as the title block of a drawing; without one, empty slots for the loader to fill. */
function TitleBlock({ vehicle }: { vehicle: Vehicle | null }) {
  const { t, format, url } = usePage();
  const model = vehicle?.model;
  const href = model && vehicle.seriesPage ? url('model', { seriesPage: vehicle.seriesPage, modelId: model.id }) : '';
  return (
    <dl>
      <div>
        <dt>{t('layout:vehicle.name')}</dt>
        <dd>
          <a data-slot="href" href={href}>
            <span data-slot="name">{model?.fullName}</span>
          </a>
        </dd>
      </div>
      <div>
        <dt>{t('layout:vehicle.power')}</dt>
        <dd data-slot="power">{model && format.power(model.kw, model.ps)}</dd>
      </div>
      <div>
        <dt>{t('layout:vehicle.ccm')}</dt>
        <dd data-slot="ccm">{model && model.ccm > 0 && `${format.number(model.ccm)} cm³`}</dd>
      </div>
      <div>
        <dt>{t('layout:vehicle.years')}</dt>
        <dd data-slot="years">{model && format.years(model.productionYearStart, model.productionYearEnd)}</dd>
      </div>
    </dl>
  );
}

/** A place for the vehicle that the visitor's device remembers: that one never enters HTML (D27). */
function NoVehicle() {
  const { t } = usePage();
  return (
    <>
      {/* What is filled in comes before it and hides the sentence behind it, until it is taken away again. */}
      <template data-vehicle-chosen="">
        <TitleBlock vehicle={null} />
      </template>
      <p>
        {t('layout:vehicle.none')} <span>{t('layout:vehicle.noneWhy')}</span>
      </p>
    </>
  );
}

/** The vehicle of the page, or a place for the visitor's own. */
export function VehicleBox({ vehicle }: { vehicle: Vehicle | null }) {
  const { t, url, edition } = usePage();
  return (
    <div className="vehicle-box" data-vehicle-box="">
      {vehicle?.model ? (
        <TitleBlock vehicle={vehicle} />
      ) : (
        <Cached fragments={[{ of: edition, variant: 'vehicle', view: () => <NoVehicle /> }]} />
      )}
      <VehiclePanel {...vehiclePanelProps(url('vehicles', {}), edition, t)} />
    </div>
  );
}
