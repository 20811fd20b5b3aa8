import type { ReactNode } from 'react';
import type { Article, Fit, OeNumbers } from '../../../server/contract/articles.js';
import { usePage } from '../../context.js';
import { Icon } from '../../layout/icons.js';
import type { Optional } from '../../models.js';
import { checkText, stateOf } from '../fit-text.js';
import { pickerId } from '../picker-panel.js';
import './fit-card.css';

interface Props {
  article: Article;
  oeNumbers: Optional<OeNumbers>;
  /** Address of the page with the picker; null where this is it. */
  pickerPage: string | null;
}
interface CardProps {
  state: Fit['state'];
  title: string;
  /** The vehicle that the verdict is about; empty for none. */
  about: string;
  children: ReactNode;
}

const toneClassNames = {
  fits: 'tone-ok',
  conditional: 'tone-warn',
  no: 'tone-bad',
  universal: 'tone-unknown',
  unknown: 'tone-unknown',
} as const;

function Card({ state, title, about, children }: CardProps) {
  return (
    <div className={`fit-card ${toneClassNames[state]}`}>
      <header>
        <Icon name={state} />
        <div>
          <h2>{title}</h2>
          {about && <p>{about}</p>}
        </div>
      </header>
      {children}
    </div>
  );
}

/** How a buyer can tell, with the first numbers to look for on the old part. */
function HowToCheck({ oeNumbers }: Pick<Props, 'oeNumbers'>) {
  const { t } = usePage();
  const shown = [...new Set(oeNumbers?.flatMap(({ numbers }) => numbers))].slice(0, 3);
  return (
    <div>
      <h3>{t('article:fit.how')}</h3>
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
    </div>
  );
}

/** What universal goods have to agree in with a vehicle, each with where a buyer finds what it needs, or what is known. */
function Checks({ fit: { notes, checks } }: { fit: Fit }) {
  const { t } = usePage();
  return (
    <ul className="fit-checks">
      {[...Map.groupBy(checks, ({ what }) => what)].map(([what, same]) => {
        const state = stateOf(same);
        return (
          <li key={what}>
            <Icon name="ask" />
            <span>
              <b>{same.map(checkText).join(', ')}</b>
              <span className={state === 'notMet' ? 'detail tone-warn' : 'detail'}>
                {state === 'unknown' ? t(`article:fit.where.${what}`) : t(`article:fit.${state}`)}
              </span>
            </span>
          </li>
        );
      })}
      {notes.map((note) => (
        <li key={note}>
          <Icon name="ask" />
          <b>{note}</b>
        </li>
      ))}
    </ul>
  );
}

/** Universal goods belong to no model: nothing is promised, and what has to agree is named. */
function Universal({ fit, about }: { fit: Fit; about: string }) {
  const { t } = usePage();
  const isFree = fit.notes.length + fit.checks.length === 0;
  return (
    <Card
      state="universal"
      title={isFree ? t('part:fit.universal') : t('article:fit.universal')}
      about={isFree ? '' : about}
    >
      <div>
        <p>{isFree ? t('article:fit.universalFree') : t('article:fit.universalText')}</p>
        {!isFree && <Checks fit={fit} />}
      </div>
    </Card>
  );
}

/** Whether the part fits the vehicle of the page, and why: the first thing to know about it (D15). */
export function FitCard({ article: { product, category, vehicle }, oeNumbers, pickerPage }: Props) {
  const { t, url, format } = usePage();
  const { state, notes } = product.fit;
  const { model = null, seriesPage = null } = vehicle ?? {};
  const about = model
    ? [
        model.fullName,
        format.power(model.kw, model.ps),
        format.years(model.productionYearStart, model.productionYearEnd),
      ]
        .filter(Boolean)
        .join(', ')
    : '';

  switch (state) {
    case 'fits':
      return (
        <Card state="fits" title={t('article:fit.fits')} about={about}>
          <p>{t('article:fit.fitsText')}</p>
        </Card>
      );
    case 'conditional':
      return (
        <Card state="conditional" title={t('article:fit.conditional', { count: notes.length })} about={about}>
          <div>
            <ul className="fit-checks">
              {notes.map((note) => (
                <li key={note}>
                  <Icon name="ask" />
                  <b>{note}</b>
                </li>
              ))}
            </ul>
            <p>{t('article:fit.conditionalText')}</p>
          </div>
          <HowToCheck oeNumbers={oeNumbers} />
        </Card>
      );
    case 'no':
      return (
        <Card state="no" title={t('article:fit.no')} about={about}>
          <div>
            <p>{t('article:fit.noText')}</p>
            {notes.length > 0 && <p>{notes.join(', ')}</p>}
            {model && seriesPage && (
              <a className="fit-card-link" href={url('modelCategory', { category, seriesPage, modelId: model.id })}>
                {t('article:fit.suitable', { category: category.title, vehicle: model.fullName })}
              </a>
            )}
          </div>
        </Card>
      );
    case 'universal':
      return <Universal fit={product.fit} about={about} />;
    case 'unknown':
      return (
        <Card state="unknown" title={model ? t('article:fit.unchecked') : t('article:fit.unknown')} about={about}>
          <div>
            <p>{model ? t('article:fit.uncheckedText') : t('article:fit.unknownText')}</p>
            <a
              className="button"
              href={`${pickerPage ?? ''}#${pickerId}`}
              data-fragment={pickerPage === null ? undefined : pickerId}
            >
              {t('article:fit.choose')}
            </a>
          </div>
        </Card>
      );
  }
}
