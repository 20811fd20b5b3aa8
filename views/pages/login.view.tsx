import type { ReactNode } from 'react';
import { usePage } from '../context.js';
import type { LoginModel } from '../models.js';
import './information.css';

/** A login that came to nothing, or is not needed: what has happened, how to go on, and what works without. */
export function LoginView({ model: { state, redirectUrl } }: { model: LoginModel }): ReactNode {
  const { t, url } = usePage();
  const isKnown = state === 'known';
  return (
    <>
      <h1>{t('account:login.title')}</h1>
      <p className="note mt" role={isKnown ? undefined : 'alert'}>
        {t(`account:login.${state}`)}
      </p>
      {!isKnown && (
        <div className="prose">
          <p>{t('account:login.without')}</p>
        </div>
      )}
      <p className="acts">
        {isKnown ? (
          <a className="b ink" href={url('savedVehicles', {})}>
            {t('account:vehicles.title')}
          </a>
        ) : (
          <a className="b ink" href={url('login', { redirectUrl })}>
            {t('account:login.again')}
          </a>
        )}
        <a className="b" href={redirectUrl}>
          {t(isKnown ? 'account:login.onward' : 'account:login.back')}
        </a>
        <a className="b quiet" href={url('information', { page: 'support' })}>
          {t('account:login.help')}
        </a>
      </p>
    </>
  );
}
