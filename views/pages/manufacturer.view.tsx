import type { ReactNode } from 'react';
import type { Series } from '../../server/api/contract.js';
import { CategoryList } from '../components/category-list.js';
import { CategoryTiles } from '../components/category-tiles.js';
import { Mark } from '../components/mark.js';
import { PickerPanel } from '../components/picker-panel.js';
import { usePage } from '../context.js';
import type { ManufacturerModel } from '../models.js';
import './vehicle.css';

/** Series under the page they share, in the alphabet of the edition. */
function bySeriesPage(series: readonly Series[], locale: string): Series[][] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const groups = [...Map.groupBy(series, ({ seriesPage }) => seriesPage.id).values()];
  const nameOf = (group: readonly Series[]): string => group[0]?.seriesPage.name ?? '';
  return groups
    .map((group) => group.sort((a, b) => (a.productionYearStart ?? 0) - (b.productionYearStart ?? 0)))
    .sort((a, b) => compare(nameOf(a), nameOf(b)));
}

export function ManufacturerView({ model }: { model: ManufacturerModel }): ReactNode {
  const { t, url, format, edition } = usePage();
  const { navigation, manufacturer } = model;
  const name = { manufacturer: manufacturer.name };
  return (
    <>
      <Mark kind="makes" {...manufacturer} />
      <h1>{t('vehicle:manufacturer.title', name)}</h1>
      <p className="lead">{t('vehicle:manufacturer.lead', name)}</p>
      <PickerPanel wide model={model.picker} title={t('home:picker')} />
      <section aria-labelledby="h-ser">
        <div className="sh">
          <h2 id="h-ser">{t('vehicle:manufacturer.series', name)}</h2>
        </div>
        <ul className="ser">
          {bySeriesPage(model.series, edition.locale).map((group) => {
            const seriesPage = group[0]?.seriesPage;
            if (!seriesPage) return null;
            return (
              <li key={seriesPage.id}>
                <h3>
                  <a href={url('series', { seriesPage })}>{seriesPage.name}</a>
                </h3>
                {group.map((series) => (
                  <p key={series.id}>
                    {[
                      group.length > 1 || series.name !== seriesPage.name ? series.name : '',
                      format.years(series.productionYearStart, series.productionYearEnd),
                    ]
                      .filter(Boolean)
                      .join(', ')}
                  </p>
                ))}
              </li>
            );
          })}
        </ul>
      </section>
      <section aria-labelledby="h-cat">
        <div className="sh">
          <h2 id="h-cat">{t('vehicle:manufacturer.categories', name)}</h2>
        </div>
        <CategoryTiles categories={navigation.categories} vehicle={navigation.vehicle} from="manufacturer" />
      </section>
      <CategoryList
        title={t('vehicle:popular')}
        categories={navigation.popular}
        vehicle={navigation.vehicle}
        from="manufacturer"
      />
    </>
  );
}
