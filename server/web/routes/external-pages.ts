import type { InformationPage, LinkName, LinkParameters } from '../../../views/links.js';
import type { Env } from '../../env.js';
import type { Edition } from './editions.js';

/** Addresses of such pages, by edition and page. */
export type ExternalAddresses = Pick<Env, 'INFORMATION_URLS'>;

/** The external address of a page of an edition (D11); null if the built-in page is used. */
export const externalPage = (
  env: ExternalAddresses,
  { locale }: Edition,
  page: InformationPage | 'login',
): string | null => env.INFORMATION_URLS.get(`${locale}:${page}`) ?? null;

/** The outside address of a link; null for a link into the shop. Logging in always begins at our own address. */
export function externalLink<N extends LinkName>(
  env: ExternalAddresses,
  edition: Edition,
  name: N,
  parameters: LinkParameters[N],
): string | null {
  if (name !== 'information') return null;
  return externalPage(env, edition, (parameters as LinkParameters['information']).page);
}
