import type { ReactNode } from 'react';
import type { Article, Fit } from '../../../server/contract/articles.js';
import { categoryHref } from '../../catalogue-links.js';
import { exactVehicleName } from '../../catalogue-names.js';
import { usePage } from '../../context.js';
import { fitTones } from '../../fit-shapes.js';
import { checkText, fitText, isApprovalKnown, markOf, stateOf } from '../../fit-text.js';
import { Icon } from '../../icons.js';
import { FitMark } from '../fit-mark.js';
import { OwnLink, OwnPlace } from '../own-place.js';
import { pickerId } from '../picker-panel.js';
import './fit-card.css';

interface Props {
  article: Article;
  answers?: string | null;
  /** Address of the page with the picker; null where this is it. */
  pickerPage: string | null;
}
/** Form to answer the fit conditions of the car, or the link to take an answer back: plain addresses of this page (P155). */
function Answers({ article: { product, vehicle } }: Pick<Props, 'article'>) {
  const { t, url } = usePage();
  const { state, notes, conditions = [] } = product.fit;
  const modelId = vehicle?.model?.id;
  if (!modelId || conditions.length === 0) return null;
  const page = { brand: product.manufacturer.seoName, number: product.normNumber };
  const answered = (answer: string): string => conditions.map((key) => key + answer).join('.');
  const condition = notes.join(', ');
  if (state !== 'conditional') {
    return (
      <p>
        {t(state === 'fits' ? 'article:fit.answeredYes' : 'article:fit.answeredNo', { condition })}{' '}
        <a rel="nofollow" href={`${url('article', { ...page, modelId })}&answers=${answered('x')}`}>
          {t('article:fit.takeBack')}
        </a>
      </p>
    );
  }
  return (
    <form action={url('article', page)} data-conditions={answered('')}>
      <input type="hidden" name="modelId" value={modelId} />
      <button type="submit" className="button" name="answers" value={answered('1')}>
        {t('article:fit.isSo')}
      </button>{' '}
      <button type="submit" className="button" name="answers" value={answered('0')}>
        {t('article:fit.isNotSo')}
      </button>
    </form>
  );
}

interface CardProps {
  state: Fit['state'];
  title: string;
  about: string;
  children?: ReactNode;
}

function Card({ state, title, about, children }: CardProps) {
  return (
    <div className={`fit-card ${fitTones[state]}`}>
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

const Notes = ({ notes }: Pick<Fit, 'notes'>): ReactNode =>
  notes.map((note) => (
    <li key={note}>
      <Icon name="ask" />
      <b>{note}</b>
    </li>
  ));

/** What universal goods have to agree in with a vehicle, and whether they do where that is known. */
function Checks({ fit: { notes, checks } }: { fit: Fit }) {
  const { t } = usePage();
  return (
    <ul className="fit-checks">
      {[...Map.groupBy(checks, ({ what }) => what)].map(([what, same]) => {
        const state = stateOf(same);
        return (
          <li key={what}>
            {state === 'unknown' && <Icon name="ask" />}
            <span>
              <b>{same.map((check) => checkText(t, check)).join(', ')}</b>
              {state !== 'unknown' && <span className="detail">{t(`article:fit.${state}`)}</span>}
            </span>
          </li>
        );
      })}
      <Notes notes={notes} />
    </ul>
  );
}

/**
 * Universal goods belong to no model: nothing is promised, and what has to agree is named. Where an approval is known,
 * it is the title.
 */
function Universal({ article: { product, category, vehicle }, about }: Pick<Props, 'article'> & { about: string }) {
  const { t, url } = usePage();
  const { fit } = product;
  const mark = markOf(fit);
  const isKnown = isApprovalKnown(fit.checks);
  const checks = isKnown ? fit.checks.filter(({ key }) => mark !== 'no' && key !== 'approval') : fit.checks;
  if (fit.notes.length + fit.checks.length === 0) {
    return (
      <Card state="universal" title={t('part:fit.universal')} about="">
        <p>{t('article:fit.universalFree')}</p>
      </Card>
    );
  }
  return (
    <Card state={mark} title={isKnown ? fitText(t, fit) : t('article:fit.universal')} about={about}>
      <div>
        <Checks fit={{ ...fit, checks }} />
        {mark === 'no' && (
          <a className="button buy" href={categoryHref(url, category, vehicle)}>
            {t('article:fit.approved', { category: category.title })}
          </a>
        )}
      </div>
    </Card>
  );
}

/** The verdict for the vehicle that the device keeps, and the way to all that it is made of. */
function OwnFit({ product }: Pick<Article, 'product'>) {
  const { t, url } = usePage();
  const href = url('article', { brand: product.manufacturer.seoName, number: product.normNumber });
  return (
    <div>
      <p data-fits={product.id}>
        <FitMark fit={product.fit} />
      </p>
      <OwnLink href={`${href}?modelId={{modelId}}`} text={t('article:fit.details')} />
    </div>
  );
}

/** Whether the part fits the vehicle of the page, and why (D15); how to make sure stands in `HowToCheck` below. */
export function FitCard({ article, answers, pickerPage }: Props) {
  const { product, category, vehicle } = article;
  const { t, url, format } = usePage();
  const { state, notes } = product.fit;
  const { model = null, seriesPage = null } = vehicle ?? {};
  const about = vehicle && model ? exactVehicleName(vehicle, format) : '';

  switch (state) {
    case 'fits':
      return (
        <Card state="fits" title={t('article:fit.fits')} about={about}>
          <Answers article={article} />
        </Card>
      );
    case 'conditional':
      return (
        <Card state="conditional" title={t('article:fit.conditional', { count: notes.length })} about={about}>
          <div>
            <ul className="fit-checks">
              <Notes notes={notes} />
            </ul>
            {model && product.fit.conditions ? (
              <Answers article={article} />
            ) : (
              <p>{t('article:fit.conditionalText')}</p>
            )}
          </div>
        </Card>
      );
    case 'no':
      return (
        <Card state="no" title={t('article:fit.no')} about={about}>
          <div>
            <Answers article={article} />
            {model && seriesPage && (
              <a
                className="button buy"
                href={`${url('modelCategory', { category, seriesPage, modelId: model.id })}${answers ? `?answers=${answers}` : ''}`}
              >
                {t('article:fit.suitable', { category: category.title })}
              </a>
            )}
          </div>
        </Card>
      );
    case 'universal':
      return <Universal article={article} about={about} />;
    case 'unknown':
      return (
        <Card state="unknown" title={model ? t('article:fit.unchecked') : t('article:fit.unknown')} about={about}>
          <OwnPlace modelId={model?.id} own={model ? null : <OwnFit product={product} />}>
            <div>
              {!model && <p>{t('article:fit.unknownText')}</p>}
              <a
                className="button"
                href={`${pickerPage ?? ''}#${pickerId}`}
                data-fragment={pickerPage === null ? undefined : pickerId}
              >
                {t('article:fit.choose')}
              </a>
            </div>
          </OwnPlace>
        </Card>
      );
  }
}
