import type { TyreLabel as Label } from '../../../server/contract/articles.js';
import { usePage } from '../../context.js';
import './law.css';

const classes = ['A', 'B', 'C', 'D', 'E'] as const;

/** A class on its scale: the letters form the picture, and a sentence says the same for screen readers. */
function Scale({ name, level }: { name: string; level: string }) {
  const { t } = usePage();
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className="visually-hidden">{t('law:tyre.scale', { level })}</span>
        <span className="tyre-scale" aria-hidden="true">
          {classes.map((each) => (
            <span key={each} className={each === level ? 'current' : undefined}>
              {each}
            </span>
          ))}
        </span>
      </dd>
    </div>
  );
}

/** The label of a tyre, shown before buying, and its entry in the register (Regulation (EU) 2020/740). */
export function TyreLabel({ label }: { label: Label }) {
  const { t } = usePage();
  const marks = [label.snow && t('law:tyre.snow'), label.ice && t('law:tyre.ice')].filter(Boolean);
  return (
    <aside className="tyre-label" aria-labelledby="h-tyre">
      <h2 id="h-tyre">{t('law:tyre.title')}</h2>
      <dl>
        <Scale name={t('law:tyre.fuel')} level={label.fuel} />
        <Scale name={t('law:tyre.wetGrip')} level={label.wetGrip} />
        <div>
          <dt>{t('law:tyre.noise')}</dt>
          <dd>
            <b>{t('law:tyre.noiseValue', { noise: label.noise, level: label.noiseClass })}</b>
          </dd>
        </div>
      </dl>
      {marks.length > 0 && <p className="small">{marks.join(' · ')}</p>}
      <p className="small">
        <a href={`https://eprel.ec.europa.eu/screen/product/tyres/${Number(label.eprel)}`} rel="noopener nofollow">
          {t('law:tyre.sheet', { number: label.eprel })}
        </a>
      </p>
      <p className="small">{t('law:tyre.fee')}</p>
    </aside>
  );
}
