import type { ReactNode } from 'react';
import type { Article, OeNumbers } from '../../../server/contract/articles.js';
import { usePage } from '../../context.js';
import type { Optional } from '../../models.js';
import './how-to-check.css';

interface Props {
  article: Article;
  oeNumbers: Optional<OeNumbers>;
}

function NumbersToCompare({ oeNumbers }: Pick<Props, 'oeNumbers'>) {
  const { t } = usePage();
  const shown = [...new Set(oeNumbers?.flatMap(({ numbers }) => numbers))].slice(0, 3);
  return (
    <>
      <p>{t('article:fit.howText')}</p>
      {shown.length > 0 && (
        <>
          <p>{t('article:fit.compare')}</p>
          <ul className="compare-numbers">
            {shown.map((number) => (
              <li key={number}>{number}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Explains the reasons for the verdict of `FitCard`, and how a buyer makes sure. Empty if the card says it all. */
export function HowToCheck({ article: { product, vehicle }, oeNumbers }: Props) {
  const { t } = usePage();
  const { state, notes, checks } = product.fit;
  const advice: ReactNode = {
    fits: <p>{t('article:fit.fitsText')}</p>,
    conditional: <NumbersToCompare oeNumbers={oeNumbers} />,
    no: null,
    universal: checks.length + notes.length > 0 && (
      <>
        <p>{t('article:fit.universalText')}</p>
        <ul>
          {[...Map.groupBy(checks, ({ what }) => what)].map(([what, same]) => (
            <li key={what}>
              <b>{same.map(({ label }) => label).join(', ')}:</b> {t(`article:fit.where.${what}`)}
            </li>
          ))}
        </ul>
      </>
    ),
    unknown: vehicle?.model && <p>{t('article:fit.uncheckedText')}</p>,
  }[state];
  if (!advice) return null;
  return (
    <div className="how-to-check">
      <h2>{t('article:fit.how')}</h2>
      {advice}
    </div>
  );
}
