import { usePage } from '../../context.js';
import { HiddenFields } from '../../hidden-fields.js';
import type { ArticleDocument } from '../../models.js';
import './external-document.css';

/**
 * Replaces a document whose host the visitor must allow first, and loads nothing of it (D33). The page is the same for
 * everybody; script inserts the document for visitors who have allowed it (D27).
 */
export function ExternalDocument({ document }: { document: ArticleDocument }) {
  const { t, url, edition, path } = usePage();
  const host = document.consentHost ?? document.host;
  const { title } = document.type;
  return (
    <div className="external-document" data-embed={document.url} data-host={host} data-title={title}>
      <p>{t('consent:placeholder', { title, host })}</p>
      <form method="post" action="/consent">
        <HiddenFields fields={{ locale: edition.locale, returnTo: path, host }} />
        <button type="submit" className="button" name="choice" value="reject">
          {t('consent:denyHost')}
        </button>
        <button type="submit" className="button" name="choice" value="accept">
          {t('consent:allowHost', { host })}
        </button>
      </form>
      <p className="small">
        <a href={url('consent', {})}>{t('consent:settings')}</a>{' '}
        <a href={document.url} rel="noopener nofollow">
          {t('consent:openExternal', { host: document.host })}
        </a>
      </p>
    </div>
  );
}
