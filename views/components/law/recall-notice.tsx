import type { ReactNode } from 'react';
import type { ProductDetail } from '../../../server/contract/articles.js';
import { usePage } from '../../context.js';
import './law.css';

/** Explains a recall, with a link to instructions for buyers (Regulation (EU) 2023/988, Art. 35). */
export function RecallNotice({ recall }: { recall: NonNullable<ProductDetail['recall']> }): ReactNode {
  const { t, format } = usePage();
  return (
    <aside className="note error goods-notice" aria-label={t('law:recall.title')}>
      <h2>{t('law:recall.title')}</h2>
      <p>{t('law:recall.since', { date: format.date(new Date(recall.at)) })}</p>
      <p>{recall.reason}</p>
      {recall.url && (
        <p>
          <a href={recall.url} rel="noopener nofollow">
            {t('law:recall.more')}
          </a>
        </p>
      )}
    </aside>
  );
}
