import type { DurabilityGuarantee as Guarantee } from '../../../server/contract/articles.js';
import { useAnchor, usePage } from '../../context.js';
import './law.css';

/** The page that the label's QR code opens, in a language that the visitor chooses there. */
const labelPage = 'https://europa.eu/youreurope/commercial-guarantee-durability/index.htm';

/**
 * The maker's guarantee beyond the legal one (Directive 2011/83/EU, Art. 6 (1) (la)). Words beside the offer name it.
 * The first click shows the harmonised label if the operator has provided its file.
 */
export function DurabilityGuarantee({ guarantee }: { guarantee: Guarantee }) {
  const { t, format, durabilityLabel } = usePage();
  const heading = useAnchor('durability');
  const words = { ...guarantee, years: format.number(guarantee.years) };
  const label = durabilityLabel(guarantee);
  return (
    <aside className="note goods-notice" aria-labelledby={heading}>
      <h2 id={heading}>{t('law:durability.title', words)}</h2>
      <p>{t('law:durability.text', words)}</p>
      {label && (
        <details className="law-picture">
          <summary>{t('law:durability.show')}</summary>
          <img {...label} alt={t('law:durability.picture', words)} loading="lazy" />
        </details>
      )}
      <p>
        <a href={guarantee.terms} rel="noopener nofollow">
          {t('law:durability.terms')}
        </a>
      </p>
      <p>
        <a href={labelPage} rel="noopener nofollow">
          {t('law:durability.more')}
        </a>
      </p>
    </aside>
  );
}
