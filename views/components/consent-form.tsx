import { usePage } from '../context.js';
import { HiddenFields } from '../hidden-fields.js';
import type { ConsentDomain, ConsentModel } from '../models.js';
import './consent-form.css';

function Choice({ domain: { host, purpose, isAccepted } }: { domain: ConsentDomain }) {
  const { t } = usePage();
  const choices = [
    ['d', t('consent:deny'), !isAccepted],
    ['a', t('consent:allow'), isAccepted],
  ] as const;
  return (
    <fieldset>
      <legend>
        <b>{host}</b> <span className="small soft">{t(`consent:purpose.${purpose}`)}</span>
      </legend>
      {purpose === 'pictures' ? (
        <p className="small">{t('consent:always')}</p>
      ) : (
        choices.map(([value, label, isChosen]) => (
          <label key={value}>
            <input type="radio" name={`state.${host}`} value={value} defaultChecked={isChosen} /> {label}
          </label>
        ))
      )}
    </fieldset>
  );
}

/** All hosts with the visitor's choice. Refusing all is as easy as allowing all, and nothing is preselected (D33). */
export function ConsentForm({ model: { domains, returnTo } }: { model: ConsentModel }) {
  const { t, edition } = usePage();
  return (
    <form className="consent-form" method="post" action="/consent">
      <p>{t('consent:lead')}</p>
      <HiddenFields fields={{ locale: edition.locale, returnTo: returnTo ?? '/' }} />
      <p className="actions">
        <button type="submit" className="button" name="choice" value="reject">
          {t('consent:reject')}
        </button>
        <button type="submit" className="button" name="choice" value="accept">
          {t('consent:accept')}
        </button>
      </p>
      {domains.map((domain) => (
        <Choice key={domain.host} domain={domain} />
      ))}
      <p className="actions">
        <button type="submit" className="button" name="choice" value="save">
          {t('consent:save')}
        </button>
      </p>
      <p className="small soft">
        {t('consent:keep')} <noscript>{t('consent:needsScript')}</noscript>
      </p>
    </form>
  );
}
