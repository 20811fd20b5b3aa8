import type { Model } from '../../server/contract/vehicles.js';
import { vehicleName } from '../catalogue-names.js';
import { CategoryList } from '../components/category-list.js';
import { CategorySection } from '../components/category-tiles.js';
import { PickerPanel } from '../components/picker-panel.js';
import { Section } from '../components/section.js';
import { usePage } from '../context.js';
import type { SeriesModel } from '../models.js';
import './vehicle.css';

interface TableProps {
  caption: string;
  models: readonly Model[];
  seriesPage: { slug: string };
}
function Models({ caption, models, seriesPage }: TableProps) {
  const { t, url, format } = usePage();
  return (
    <table className="model-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('vehicle:model.name')}</th>
          <th scope="col">{t('layout:vehicle.power')}</th>
          <th scope="col">{t('layout:vehicle.ccm')}</th>
          <th scope="col">{t('layout:vehicle.years')}</th>
        </tr>
      </thead>
      <tbody>
        {models.map((model) => (
          <tr key={model.id}>
            <th scope="row">
              <a href={url('model', { seriesPage, modelId: model.id })}>{model.name}</a>
            </th>
            <td>{format.power(model.kw, model.ps) || '–'}</td>
            <td>{model.ccm > 0 ? `${format.number(model.ccm)}\u00a0cm³` : t(`vehicle:fuel.${model.fuel}`)}</td>
            <td>{format.years(model.productionYearStart, model.productionYearEnd)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function SeriesView({ model }: { model: SeriesModel }) {
  const { t, format } = usePage();
  const { detail, navigation, picker } = model;
  const about = { ...detail, series: null, model: null };
  const vehicle = vehicleName(about);
  const seriesPage = detail.seriesPage ?? { slug: '' };
  return (
    <>
      <h1>{t('vehicle:series.title', { vehicle })}</h1>
      <p className="lead">{t('vehicle:series.lead', { vehicle })}</p>
      <PickerPanel wide model={picker} title={t('home:picker')} />
      <Section heading="h-mod" title={t('vehicle:series.models', { vehicle })}>
        {detail.seriesList.map(({ id, name, models, productionYearStart, productionYearEnd }) => (
          <details className="fold" key={id} open={picker.chosen.seriesId === id || detail.seriesList.length === 1}>
            <summary>
              {name}
              <span className="fold-note">{format.years(productionYearStart, productionYearEnd)}</span>
            </summary>
            <div className="model-table-frame">
              <Models caption={name} models={models} seriesPage={seriesPage} />
            </div>
          </details>
        ))}
      </Section>
      <CategorySection
        title={t('vehicle:series.categories', { vehicle })}
        categories={navigation?.categories}
        vehicle={about}
        from="series"
      />
      {navigation && (
        <CategoryList title={t('vehicle:popular')} categories={navigation.popular} vehicle={about} from="series" />
      )}
    </>
  );
}
