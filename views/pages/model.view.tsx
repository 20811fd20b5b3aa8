import { vehicleName } from '../catalogue-names.js';
import { CategoryList } from '../components/category-list.js';
import { CategorySection } from '../components/category-tiles.js';
import { PickerSection, withPicker } from '../components/picker-panel.js';
import { SaveOffer } from '../components/save-offer.js';
import { usePage } from '../context.js';
import type { ModelModel } from '../models.js';
import './vehicle.css';

/** Most key numbers in the text; a longer list would not help a reader. */
const shownKeyNumbers = 6;

function VehicleData({ model: { vehicle, kba } }: { model: ModelModel }) {
  const { t, format, edition } = usePage();
  const { model } = vehicle;
  if (!model) return null;
  const years = format.years(model.productionYearStart, model.productionYearEnd);
  const keys = edition.hasKeyNumbers ? (kba ? [kba] : model.kbas.slice(0, shownKeyNumbers)) : [];
  const power = format.power(model.kw, model.ps);
  const rows: [string, string][] = [
    ...(power ? ([[t('layout:vehicle.power'), power]] as [string, string][]) : []),
    ...(model.ccm > 0
      ? ([[t('layout:vehicle.ccm'), `${format.number(model.ccm)}\u00a0cm³`]] as [string, string][])
      : []),
    [t('vehicle:fuel.label'), t(`vehicle:fuel.${model.fuel}`)],
    ...(years ? ([[t('layout:vehicle.years'), years]] as [string, string][]) : []),
  ];
  return (
    <dl className="vehicle-data">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {keys.length > 0 && (
        <div>
          <dt>{t('vehicle:model.keyNumbers')}</dt>
          <dd className="number">{keys.map(({ hsn, tsn }) => `${hsn}/${tsn}`).join(', ')}</dd>
        </div>
      )}
    </dl>
  );
}

export function ModelView({ model }: { model: ModelModel }) {
  const page = usePage();
  const { t } = page;
  const { navigation, vehicle } = model;
  const stocked = navigation?.categories.filter(({ resultCount }) => resultCount > 0);
  return (
    <>
      <h1>{t('vehicle:model.title', { vehicle: vehicleName(vehicle) })}</h1>
      <VehicleData model={model} />
      {vehicle.model && <SaveOffer modelId={vehicle.model.id} />}
      {navigation && (
        <CategoryList title={t('vehicle:popular')} categories={navigation.popular} vehicle={vehicle} from="model" />
      )}
      <CategorySection title={t('vehicle:model.categories')} categories={stocked} vehicle={vehicle} from="model" />
      <section>
        <PickerSection
          model={model.picker}
          linkText={t('vehicle:model.other')}
          full={withPicker(page, model.isPicking)}
        />
      </section>
    </>
  );
}
