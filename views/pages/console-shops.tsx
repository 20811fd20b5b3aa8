import { merchantScopes } from '../../server/contract/merchants.js';
import { PortalForm, usePortal } from '../layout/portal-frame.js';
import { MerchantFacts } from '../layout/portal-merchant.js';
import { ListPart, PortalSearch, Rows } from '../layout/portal-report.js';
import type { ConsoleModels } from './console-models.js';

/** Merchants by a part of their name. */
export function ConsoleShopsPage({ query, shops }: ConsoleModels['shops']) {
  const { t, format } = usePortal();
  return (
    <>
      <h1>{t('console:places.shops')}</h1>
      <PortalSearch action="/shops" name="q" label={t('console:shops.search')} value={query} />
      {shops.length === 0 && <p role="status">{t('console:shops.none')}</p>}
      <Rows
        rows={shops.map(({ id, name, city, country, offers }) => ({
          key: id,
          link: { to: `/shops/${id}`, text: name },
          small: [[city, format.country(country)].filter(Boolean).join(', ')],
          end: <span>{t('console:offers.count', { count: offers, number: format.number(offers) })}</span>,
        }))}
      />
    </>
  );
}

/** A merchant with its tokens. */
export function ConsoleShopPage({ shop, link, mayInvite }: ConsoleModels['shop']) {
  const { t, time, prefix, may } = usePortal();
  const free = merchantScopes.filter(
    (scope) => shop.tokens.filter((token) => token.isValid && token.scope === scope).length < 2,
  );
  return (
    <>
      <p>
        <a href={`${prefix}/shops`}>{t('console:places.shops')}</a>
      </p>
      <h1>{shop.trader.name}</h1>
      <MerchantFacts page={shop} />
      <ListPart
        id="h-tokens"
        title={t('console:shops.tokens')}
        none={t('console:shops.noTokens')}
        rows={shop.tokens.map(({ id, scope, createdAt, expiresAt, usedAt, isValid, isInvitation }) => ({
          key: id,
          lines: [`${id} · ${t(`console:shops.scope.${scope}`)}`],
          small: [
            t('console:shops.made', { time: time(createdAt) }),
            usedAt === null ? t('console:shops.unused') : t('console:shops.used', { time: time(usedAt) }),
            ...(expiresAt === null ? [] : [t('console:shops.until', { time: time(expiresAt) })]),
          ],
          badge: t(
            !isValid ? 'console:shops.ended' : isInvitation ? 'console:shops.invitation' : 'console:shops.valid',
          ),
        }))}
      >
        {link !== null && (
          <p className="note" role="status">
            <label htmlFor="link">{t('console:shops.link')}</label>
            <input id="link" readOnly value={link} />
          </p>
        )}
        {mayInvite && may('consoleInvite') && free.length > 0 && (
          <PortalForm className="portal-form" action={`/shops/${shop.id}`}>
            <p>{t('console:shops.inviteLead')}</p>
            <p className="actions">
              {free.map((scope) => (
                <button className="button" type="submit" name="scope" value={scope} key={scope}>
                  {t('console:shops.invite', { scope: t(`console:shops.scope.${scope}`) })}
                </button>
              ))}
            </p>
          </PortalForm>
        )}
      </ListPart>
    </>
  );
}
