import { LinkList } from '../components/link-list.js';
import { usePage } from '../context.js';
import type { ErrorModel } from '../models.js';
import './error.css';

/** A sentence, two links, and the support code by which the log can be searched (specification 8, D40). */
export function ErrorView({ model: { kind, status, supportCode, near, repeat } }: { model: ErrorModel }) {
  const { t, url } = usePage();
  const prefix = url('home', {}).replace(/\/$/, '');
  return (
    <>
      <p className="error-code" aria-hidden="true">
        {status}
      </p>
      <h1 className="space-above">{t(`error:${kind}.title`)}</h1>
      <p className="lead">{t(`error:${kind}.text`)}</p>
      {repeat && (
        <form method="post" action={repeat.action} className="space-above">
          {repeat.fields.map(([name, value]) => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ))}
          <p>{t('error:repeat.text')}</p>
          <button type="submit" className="button filled">
            {t('error:repeat.button')}
          </button>
        </form>
      )}
      <p className="error-actions">
        <a className="button filled" href={url('home', {})}>
          {t('error:home')}
        </a>
        <a className="button" href={url('vehicles', {})}>
          {t('error:vehicles')}
        </a>
      </p>
      {near.length > 0 && (
        <nav className="space-above" aria-labelledby="near">
          <h2 id="near">{t('error:near')}</h2>
          <LinkList entries={near.map(({ label, path }) => ({ label, href: prefix + path, linked: true }))} />
        </nav>
      )}
      <p className="small soft">{t('error:code', { code: supportCode })}</p>
    </>
  );
}
