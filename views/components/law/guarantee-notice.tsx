import { usePage } from '../../context.js';
import './law.css';

/** The Union's own page about guarantees, in the language of the edition. */
const rightsPage = (language: string): string =>
  `https://europa.eu/youreurope/citizens/consumers/shopping/guarantees-returns/index_${language}.htm`;

/** What buyers have by law whatever the seller says (Directive (EU) 2024/825, Regulation (EU) 2025/1960). */
export function GuaranteeNotice() {
  const { t, edition } = usePage();
  return (
    <aside className="guarantee" aria-labelledby="h-guarantee">
      <p className="guarantee-years">{t('law:guarantee.years')}</p>
      <div>
        <h2 id="h-guarantee">{t('law:guarantee.title')}</h2>
        <p className="small">{t('law:guarantee.text')}</p>
        <p className="small">
          <a href={rightsPage(edition.language)} rel="noopener nofollow">
            {t('law:guarantee.more')}
          </a>
        </p>
      </div>
    </aside>
  );
}
