import type { Request, Response } from 'express';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { PortalParts } from '../../../views/layout/portal-frame.js';
import { ProblemError } from '../../contract/problem.js';
import { addNames } from '../assets/style-sheet.js';
import { supportCode } from '../http/log.js';
import { fallbackPage } from '../render/fallback-page.js';
import type { Edition } from '../routes/editions.js';
import { problemMessage } from '../texts/problem-texts.js';
import type { PortalServices } from './portal-services.js';

/** Pages load our style, pinned by hash, and the shop's logo. They load no script. */
const policy = (hashes: readonly string[]): string =>
  `default-src 'none'; style-src 'self' ${hashes.join(' ')}; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** The path prefix of an edition: portals have no host of their own for each edition. */
export const portalPrefix = ({ locale }: Pick<Edition, 'locale'>): string => `/${locale}`;

/** A page of a portal. */
export interface PortalPage {
  /** The title, to which the name of the shop is added. */
  readonly title: string;
  /** Path of the page, as links to its other languages have it. */
  readonly place: string;
  readonly status: number;
  readonly render: (parts: PortalParts) => ReactElement;
}
type Needs = Pick<PortalServices, 'env' | 'texts' | 'routes' | 'assets' | 'branding'>;

/** @param view name of the view with the style sheet of the pages */
export function createSendPortalPage({ env, texts, routes, assets, branding }: Needs, view: string) {
  return (request: Request, response: Response, { title, place, status, render }: PortalPage): void => {
    const { edition } = request.editionPath;
    const { t, format } = texts.of(edition);
    const timeZone = 'Europe/Berlin';
    const when = new Intl.DateTimeFormat(edition.locale, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone,
    });
    const clock = new Intl.DateTimeFormat(edition.locale, { timeStyle: 'short', timeZone });
    const html = renderToStaticMarkup(
      render({
        t,
        format,
        time: (iso) => when.format(new Date(iso)),
        clock: (iso) => clock.format(new Date(iso)),
        locale: edition.locale,
        shopName: env.SHOP_NAME,
        logo: branding.logo,
        prefix: portalPrefix(edition),
        languages: routes.editions.all.map((other) => ({
          name: other.name,
          locale: other.locale,
          href: `${portalPrefix(other)}${place}`,
        })),
      }),
    );
    const names = new Set<string>();
    addNames(html, names);
    const sheet = assets.css(view);
    const styles = [sheet.usedBy(names), ...(branding.style ? [branding.style] : [])];
    const lower = sheet.lower && `<link rel="stylesheet" href="${sheet.lower}">`;
    const head = renderToStaticMarkup(<title>{`${title} | ${env.SHOP_NAME}`}</title>);
    response.setHeader('Content-Security-Policy', policy(styles.map(({ hash }) => hash)));
    response.setHeader('Content-Language', edition.locale);
    response.setHeader('X-Robots-Tag', 'noindex');
    response.status(status).type('html');
    response.send(
      `<!doctype html><html lang="${edition.locale}"><head><meta charset="utf-8">` +
        `<meta name="viewport" content="width=device-width,initial-scale=1">${head}` +
        `${styles.map(({ text }) => `<style>${text}</style>`).join('')}</head><body>${html}${lower}</body></html>`,
    );
  };
}

/** Sends the error page of a portal. */
export const portalErrorPage =
  ({ env, texts }: Pick<Needs, 'env' | 'texts'>) =>
  async (request: Request, response: Response, status: number, error: unknown): Promise<void> => {
    const { edition } = request.editionPath;
    const { t } = texts.of(edition);
    const title = problemMessage(
      t,
      error instanceof ProblemError ? error.code : status === 404 ? 'not_found' : 'internal',
    );
    const home = { ...edition, prefix: portalPrefix(edition) };
    const code = supportCode(request.notes.id);
    response
      .status(status)
      .type('html')
      .send(fallbackPage(t, { shopName: env.SHOP_NAME, edition: home, title, code }));
  };
