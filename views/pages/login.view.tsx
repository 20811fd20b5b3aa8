import { usePage } from '../context.js';
import './information.css';

/** Why a login shows a page instead of redirecting. */
export interface LoginModel {
  state: 'known' | 'failed' | 'blocked' | 'cancelled' | 'unavailable';
  /** Path of the shop to continue with; home by default. */
  redirectUrl: string;
}

/** A failed or unnecessary login: what happened, how to continue, and what works without a login. */
export function LoginView({ model: { state, redirectUrl } }: { model: LoginModel }) {
  const { t, url } = usePage();
  const isKnown = state === 'known';
  return (
    <>
      <h1>{t('account:login.title')}</h1>
      <p className="note space-above" role={isKnown ? undefined : 'alert'}>
        {t(`account:login.${state}`)}
      </p>
      {!isKnown && (
        <div className="prose">
          <p>{t('account:login.without')}</p>
        </div>
      )}
      <p className="actions">
        {isKnown ? (
          <a className="button filled" href={url('savedVehicles', {})}>
            {t('account:vehicles.title')}
          </a>
        ) : (
          <a className="button filled" href={url('login', { redirectUrl })}>
            {t('account:login.again')}
          </a>
        )}
        <a className="button" href={redirectUrl}>
          {t(isKnown ? 'account:login.onward' : 'account:login.back')}
        </a>
        <a className="button quiet" href={url('information', { page: 'support' })}>
          {t('account:login.help')}
        </a>
      </p>
    </>
  );
}
