import { useAnchor, usePage } from '../../context.js';
import './law.css';

/** The page that the notice's QR code opens; the last word depends on the language (Regulation (EU) 2025/1960). */
const rightsPage = (target: string): string => `https://europa.eu/youreurope/${encodeURIComponent(target)}`;

/**
 * The legal guarantee of buyers (Directive (EU) 2024/825), and the harmonised notice, complete and in colour
 * (Regulation (EU) 2025/1960). The first click opens it; where visitors order, the fold of their rights opens with it.
 */
export function GuaranteeNotice({ isOpen = false }: { isOpen?: boolean }) {
  const { t, guaranteeNotice } = usePage();
  const heading = useAnchor('h-guarantee');
  return (
    <aside className="guarantee" aria-labelledby={heading}>
      <p className="guarantee-years">{t('law:guarantee.years')}</p>
      <div>
        <h2 id={heading}>{t('law:guarantee.title')}</h2>
        <p className="small">{t('law:guarantee.text')}</p>
        <details className="law-picture" open={isOpen}>
          <summary className="small">{t('law:guarantee.show')}</summary>
          <img {...guaranteeNotice} alt={t('law:guarantee.picture')} loading="lazy" />
        </details>
        <p className="small">
          <a href={rightsPage(t('law:guarantee.target'))} rel="noopener nofollow">
            {t('law:guarantee.more')}
          </a>
        </p>
      </div>
    </aside>
  );
}
