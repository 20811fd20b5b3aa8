import type { CountriesModel } from '../../../views/models.js';
import { CountriesView } from '../../../views/pages/countries.view.js';
import { countries } from '../../contract/countries.js';
import { ownPath } from '../http/forms.js';
import { RedirectError } from '../http/redirects.js';
import { definePage, type PageRequest } from '../render/page.js';
import { standing } from './crumbs.js';

/** The delivery countries by name in the language of the edition (D23). */
export function countryList({ edition, format }: PageRequest): CountriesModel['countries'] {
  const { compare } = new Intl.Collator(edition.locale);
  const list = countries.map((code) => ({ code, name: format.country(code) }));
  return list.sort((a, b) => compare(a.name, b.name));
}

/**
 * The choice of the delivery country for anyone who has no script: the same grid as the dialog's, as a page (D39, D44).
 */
export const createCountriesPage = (flags: string) =>
  definePage<CountriesModel>({
    name: 'countries',
    async load(request) {
      const { url, t, query, country, cameFrom } = request;
      const returnTo = ownPath(query.get('returnTo')) ?? cameFrom ?? url('home', {});
      const chosen = query.get('chosen');
      if (chosen === country) throw new RedirectError(303, returnTo);
      return {
        model: { countries: countryList(request), flags, current: country, returnTo, isBlocked: chosen !== null },
        ...standing(request, (to) => to('countries', {}), t('layout:country.title')),
      };
    },
    view: (model) => <CountriesView model={model} />,
    // It leads back to one visitor's page.
    cache: 'private',
    head: (_, { t }) => ({ title: t('layout:country.title'), description: t('layout:country.lead'), isIndexed: false }),
  });
