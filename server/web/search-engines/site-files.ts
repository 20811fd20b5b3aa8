import { ProblemError } from '../../contract/problem.js';
import type { Env } from '../../env.js';
import type { Branding } from '../branding/branding.js';
import type { Edition } from '../routes/editions.js';
import { localPath } from '../routes/paths.js';
import type { Routes } from '../routes/routes.js';
import { shopWords } from '../routes/shop-editions.js';
import type { Texts } from '../texts/texts.js';

export interface FileNeeds {
  env: Pick<Env, 'SHOP_NAME' | 'SECURITY_CONTACT'>;
  texts: Texts;
  routes: Routes;
  branding: Pick<Branding, 'palettes'>;
  isDemonstration(): boolean;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Escapes a text for XML elements and attributes. */
export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');

/** Returns the OpenSearch 1.1 file by which a browser adds the shop to its search engines. */
export function openSearch({ env, texts, routes }: FileNeeds, edition: Edition, host: string): string {
  const base = routes.publicBase(edition, host);
  const origin = URL.parse(base)?.origin ?? '';
  const { t } = texts.of(edition);
  // The format allows names of 16 and descriptions of 1024 characters.
  const name = escapeXml(env.SHOP_NAME.slice(0, 16));
  const description = escapeXml(t('meta:home.description').slice(0, 1024));
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">' +
    `<ShortName>${name}</ShortName><Description>${description}</Description>` +
    `<Language>${edition.locale}</Language><InputEncoding>UTF-8</InputEncoding>` +
    `<Image type="image/x-icon" width="16" height="16">${origin}/favicon.ico</Image>` +
    `<Url type="text/html" method="get" template="${escapeXml(base)}/search?query={searchTerms}"/>` +
    '</OpenSearchDescription>\n'
  );
}

/** Returns the manifest of a shop on a device's start screen (W3C Web Application Manifest). */
export function webManifest({ env, texts, routes, branding }: FileNeeds, edition: Edition, host: string): string {
  const { t } = texts.of(edition);
  const home = `${routes.base(edition, host)}/`;
  const { paper } = branding.palettes.light;
  return JSON.stringify({
    id: home,
    name: env.SHOP_NAME,
    short_name: env.SHOP_NAME.slice(0, 12),
    description: t('meta:home.description'),
    lang: edition.locale,
    dir: 'ltr',
    start_url: home,
    scope: home,
    display: 'minimal-ui',
    background_color: paper,
    theme_color: paper,
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      ...[
        { name: 'icon-192', size: 192, purpose: 'any' },
        { name: 'icon-512', size: 512, purpose: 'any' },
        { name: 'icon-maskable-512', size: 512, purpose: 'maskable' },
      ].map(({ name, size, purpose }) => ({
        src: `/${name}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      })),
    ],
  });
}

/** Returns the contact for security reports (RFC 9116). @throws ProblemError `not_found` without a contact */
export function securityTxt(
  { env, routes, isDemonstration }: Pick<FileNeeds, 'env' | 'routes' | 'isDemonstration'>,
  edition: Edition,
  host: string,
  expires: Date,
): string {
  const base = routes.publicBase(edition, host);
  const origin = URL.parse(base)?.origin;
  const { email } = shopWords(edition, isDemonstration());
  const contact = env.SECURITY_CONTACT ?? (email && `mailto:${email}`);
  if (!contact) throw new ProblemError('not_found', 'no contact is configured yet');
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: de, en, fr, es, it, nl',
    // These two fields need absolute addresses.
    ...(origin
      ? [
          `Canonical: ${origin}/.well-known/security.txt`,
          `Policy: ${base}${localPath(edition, 'information', { page: 'security' })}`,
        ]
      : []),
  ];
  return `${lines.join('\n')}\n`;
}
