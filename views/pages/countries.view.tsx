import { CountryGrid } from '../components/country-grid.js';
import { usePage } from '../context.js';
import type { CountriesModel } from '../models.js';

export function CountriesView({ model }: { model: CountriesModel }) {
  const { t } = usePage();
  return (
    <>
      <h1>{t('layout:country.title')}</h1>
      <p className="lead">{t('layout:country.lead')}</p>
      <CountryGrid model={model} />
    </>
  );
}
