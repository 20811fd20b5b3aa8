import type { Series } from '../../server/contract/vehicles.js';
import { CategoryList } from '../components/category-list.js';
import { CategorySection } from '../components/category-tiles.js';
import { CouldNotLoad } from '../components/could-not-load.js';
import { LogoOrMonogram } from '../components/logo-or-monogram.js';
import { PickerPanel } from '../components/picker-panel.js';
import { Section } from '../components/section.js';
import { usePage } from '../context.js';
import type { ManufacturerModel } from '../models.js';
import './vehicle.css';

/** Groups series by their page, in alphabetical order. */
function bySeriesPage(series: readonly Series[], locale: string): Series[][] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const groups = [...Map.groupBy(series, ({ seriesPage }) => seriesPage.id).values()];
  const nameOf = (group: readonly Series[]): string => group[0]?.seriesPage.name ?? '';
  return groups
    .map((group) => group.sort((a, b) => (a.productionYearStart ?? 0) - (b.productionYearStart ?? 0)))
    .sort((a, b) => compare(nameOf(a), nameOf(b)));
}

export function ManufacturerView({ model }: { model: ManufacturerModel }) {
  const { t, url, format, edition } = usePage();
  const { navigation, manufacturer, series } = model;
  const vehicle = { manufacturer, seriesFamily: null, seriesPage: null, series: null, model: null };
  const name = { manufacturer: manufacturer.name };
  return (
    <>
      <LogoOrMonogram kind="makes" {...manufacturer} />
      <h1>{t('vehicle:manufacturer.title', name)}</h1>
      <p className="lead">{t('vehicle:manufacturer.lead', name)}</p>
      <PickerPanel wide model={model.picker} title={t('home:picker')} />
      <Section heading="h-ser" title={t('vehicle:manufacturer.series', name)}>
        {series ? (
          <ul className="series-list">
            {bySeriesPage(series, edition.locale).map((group) => {
              const seriesPage = group[0]?.seriesPage;
              if (!seriesPage) return null;
              return (
                <li key={seriesPage.id}>
                  <h3>
                    <a href={url('series', { seriesPage })}>{seriesPage.name}</a>
                  </h3>
                  {group.map((one) => (
                    <p key={one.id}>
                      {[
                        group.length > 1 || one.name !== seriesPage.name ? one.name : '',
                        format.years(one.productionYearStart, one.productionYearEnd),
                      ]
                        .filter(Boolean)
                        .join(', ')}
                    </p>
                  ))}
                </li>
              );
            })}
          </ul>
        ) : (
          <CouldNotLoad>{t('layout:missing.series')}</CouldNotLoad>
        )}
      </Section>
      <CategorySection
        title={t('vehicle:manufacturer.categories', name)}
        categories={navigation?.categories}
        vehicle={vehicle}
        from="manufacturer"
      />
      {navigation && (
        <CategoryList
          title={t('vehicle:popular')}
          categories={navigation.popular}
          vehicle={vehicle}
          from="manufacturer"
        />
      )}
    </>
  );
}
