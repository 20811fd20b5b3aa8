import type { ReactNode } from 'react';
import { usePage } from '../context.js';
import type { LoginModel } from '../models.js';
import './information.css';

/** Where logging in begins while no provider of accounts is configured: what works without one, and the way back. */
export function LoginView({ model: { redirectUrl } }: { model: LoginModel }): ReactNode {
  const { t, url, shopName } = usePage();
  return (
    <>
      <h1>{t('account:login.title')}</h1>
      <p className="lead">{t('account:login.description')}</p>
      <div className="prose">
        <p>{t('account:login.provider', { shop: shopName })}</p>
        <p>{t('account:login.without')}</p>
      </div>
      <p className="acts">
        <a className="b ink" href={redirectUrl}>
          {t('account:login.back')}
        </a>
        <a className="b" href={url('information', { page: 'support' })}>
          {t('account:login.help')}
        </a>
      </p>
    </>
  );
}
