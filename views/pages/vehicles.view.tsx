import type { Manufacturer } from '../../server/contract/vehicles.js';
import { CategoryList } from '../components/category-list.js';
import { CategorySection } from '../components/category-tiles.js';
import { CouldNotLoad } from '../components/could-not-load.js';
import { PickerPanel } from '../components/picker-panel.js';
import { Section } from '../components/section.js';
import { usePage } from '../context.js';
import type { VehiclesModel } from '../models.js';
import '../islands/vehicle-picker.hits.css';
import './vehicles.css';

/** Groups manufacturers by first letter, without regard to accents. */
function byLetter(manufacturers: readonly Manufacturer[]): [letter: string, Manufacturer[]][] {
  const groups = Map.groupBy(manufacturers, ({ name }) => (name.normalize('NFD')[0] ?? '').toUpperCase());
  return [...groups];
}

export function VehiclesView({ model }: { model: VehiclesModel }) {
  const { t, url } = usePage();
  const { navigation } = model;
  return (
    <>
      <h1>{t('vehicle:all.title')}</h1>
      <p className="lead">{t('vehicle:all.lead')}</p>
      <PickerPanel wide model={model.picker} title={t('home:picker')} />
      <Section heading="h-az" title={t('vehicle:all.manufacturers')}>
        {model.picker.isCut && <CouldNotLoad>{t('layout:missing.manufacturers')}</CouldNotLoad>}
        <div className="manufacturer-index">
          {byLetter(model.manufacturers).map(([letter, manufacturers]) => (
            <div key={letter}>
              <h3>{letter}</h3>
              <ul>
                {manufacturers.map((manufacturer) => (
                  <li key={manufacturer.id}>
                    <a href={url('manufacturer', { manufacturer })}>{manufacturer.name}</a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </Section>
      <CategorySection title={t('home:categories')} categories={navigation?.categories} vehicle={null} from="none" />
      {navigation && (
        <CategoryList title={t('home:universal')} categories={navigation.universal} vehicle={null} from="none" />
      )}
    </>
  );
}
