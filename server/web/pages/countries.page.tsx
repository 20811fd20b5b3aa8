import type { CountriesModel } from '../../../views/models.js';
import { CountriesView } from '../../../views/pages/countries.view.js';
import { countries } from '../../contract/countries.js';
import { ownPath } from '../http/forms.js';
import { RedirectError } from '../http/redirect-errors.js';
import { definePage, type PageRequest } from '../render/page.js';
import { allEditions } from '../routes/editions.js';
import { breadcrumbsTo } from './crumbs.js';

/** Returns the delivery countries by group: own country, other editions, neighbours, all others (D23). */
export function countryList({ edition, format }: PageRequest): Pick<CountriesModel, 'near' | 'others'> {
  const { compare } = new Intl.Collator(edition.locale);
  const named = (codes: readonly string[]) =>
    codes.map((code) => ({ code, name: format.country(code) })).sort((a, b) => compare(a.name, b.name));
  const editionCountries = allEditions.map(({ country }) => country);
  const isNear = (code: string): boolean => editionCountries.includes(code) || edition.neighbours.includes(code);
  const near = named(countries.filter((code) => isNear(code) && code !== edition.country));
  const own = named(countries.filter((code) => code === edition.country));
  return { near: [...own, ...near], others: named(countries.filter((code) => !isNear(code))) };
}

/** The choice of the delivery country without script: the grid of the dialog as a page (D39, D44). */
export const createCountriesPage = (flags: string) =>
  definePage<CountriesModel>({
    name: 'countries',
    async load(request) {
      const { url, t, query, country, cameFrom } = request;
      const returnTo = ownPath(query.get('returnTo')) ?? cameFrom ?? url('home', {});
      const chosen = query.get('chosen');
      if (chosen === country) throw new RedirectError(303, returnTo);
      return {
        model: { ...countryList(request), flags, current: country, returnTo, isBlocked: chosen !== null },
        ...breadcrumbsTo(request, (to) => to('countries', {}), t('layout:country.title')),
      };
    },
    view: (model) => <CountriesView model={model} />,
    // The page links back to the page that the visitor came from.
    cache: 'private',
    head: (_, { t }) => ({ title: t('layout:country.title'), description: t('layout:country.lead'), isIndexed: false }),
  });
