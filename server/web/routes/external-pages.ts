import type { InformationPage, LinkName, LinkParameters } from '../../../views/links.js';
import type { Env } from '../../env.js';
import type { Edition } from './editions.js';

export type ExternalAddresses = Pick<Env, 'INFORMATION_URLS'>;

/** Returns the external address of an information page (D11); null if the built-in page is used. */
export const externalPage = (
  env: ExternalAddresses,
  { locale }: Edition,
  page: InformationPage | 'login',
): string | null => env.INFORMATION_URLS.get(`${locale}:${page}`) ?? null;

/** Returns the external address of a link; null for a link into the shop. Logins always begin in the shop. */
export function externalLink<N extends LinkName>(
  env: ExternalAddresses,
  edition: Edition,
  name: N,
  parameters: LinkParameters[N],
): string | null {
  if (name !== 'information') return null;
  return externalPage(env, edition, (parameters as LinkParameters['information']).page);
}
