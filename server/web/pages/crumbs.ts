import type { Translate } from '../../../views/formats.js';
import type { Url } from '../../../views/links.js';
import type { Crumb } from '../../../views/models.js';
import type { Vehicle } from '../../contract/vehicles.js';
import type { PageRequest } from '../render/page.js';
import type { Edition } from '../routes/editions.js';

export const homeCrumb = (url: Url, t: Translate): Crumb => ({ label: t('meta:crumb.home'), href: url('home', {}) });

/** Returns address and breadcrumbs of a page without a vehicle. @param above the crumbs between home and the page */
export function breadcrumbsTo({ url, t }: PageRequest, at: (url: Url) => string, label: string, above: Crumb[] = []) {
  const address = at(url);
  return {
    crumbs: [homeCrumb(url, t), ...above, { label, href: address }],
    vehicle: null,
    address,
    alternate: (_: Edition, otherUrl: Url) => at(otherUrl),
  };
}

export function vehicleCrumbs(url: Url, t: Translate, vehicle: Vehicle | null): Crumb[] {
  const crumbs = [homeCrumb(url, t)];
  if (!vehicle) return crumbs;
  const { manufacturer, seriesPage, model } = vehicle;
  crumbs.push({ label: manufacturer.name, href: url('manufacturer', { manufacturer }) });
  if (seriesPage) crumbs.push({ label: seriesPage.name, href: url('series', { seriesPage }) });
  if (seriesPage && model) crumbs.push({ label: model.name, href: url('model', { seriesPage, modelId: model.id }) });
  return crumbs;
}
