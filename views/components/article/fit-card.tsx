import type { ReactNode } from 'react';
import type { Article, Fit } from '../../../server/contract/articles.js';
import { ByState } from '../../by-state.js';
import { categoryHref } from '../../catalogue-links.js';
import { shortName } from '../../catalogue-names.js';
import { usePage } from '../../context.js';
import { fitTones } from '../../fit-shapes.js';
import { checkText, fitText, isApprovalKnown, markOf, stateOf } from '../../fit-text.js';
import { keepPlaceholders } from '../../formats.js';
import { Icon } from '../../icons.js';
import { keptOf } from '../../kept-vehicle.js';
import { FitMark } from '../fit-mark.js';
import { OwnLink, OwnPlace } from '../own-place.js';
import { pickerId } from '../picker-panel.js';
import './fit-card.css';

interface Props {
  article: Article;
  answers?: string | null;
  /** Page with the picker; null on that page. */
  pickerPage: string | null;
}
/** Returns the address of an article with a placeholder for the kept vehicle. */
export function useOwnAddress({ manufacturer, normNumber }: Article['product']): string {
  return `${usePage().url('article', { brand: manufacturer.seoName, number: normNumber })}?modelId={{modelId}}`;
}

/** Form to answer the fit conditions of the car, or links to remove an answer. Both only change the address (P155). */
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

/** The verdict for the kept vehicle, if the address names another one (D91). */
function OwnFit({ article: { product, vehicle } }: Pick<Props, 'article'>) {
  const { t } = usePage();
  return (
    <template data-own={vehicle?.model?.id}>
      <p data-fits={product.id}>
        <OwnLink href={useOwnAddress(product)} text={t('layout:vehicle.mine', keepPlaceholders)} className="small" />{' '}
        <FitMark fit={{ state: 'unknown', notes: [], checks: [] }} />
      </p>
    </template>
  );
}

interface CardProps {
  state: Fit['state'];
  title: ReactNode;
  /** Article whose vehicle the verdict concerns; null without a vehicle. */
  article: Article | null;
  /** Text that replaces the name of the vehicle. */
  about?: string;
  children?: ReactNode;
}

function Card({ state, title, article, about, children }: CardProps) {
  const { format } = usePage();
  const model = article?.vehicle?.model;
  const name = model && [shortName(article.vehicle), format.power(model.kw, model.ps)].filter(Boolean).join(', ');
  return (
    <div className={`fit-card ${fitTones[state]}`}>
      <header>
        <Icon name={state} />
        <div>
          <h2>{title}</h2>
          {(name ?? about) && <p>{name ?? about}</p>}
        </div>
      </header>
      {model && <OwnFit article={article} />}
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

/** Lists what universal goods must have in common with a vehicle, and whether they do, if that is known. */
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
 * Verdict on universal goods, which belong to no model. It promises nothing, and names what must agree. A known
 * approval becomes the title.
 */
function Universal({ article }: Pick<Props, 'article'>) {
  const { t, url } = usePage();
  const { product, category, vehicle } = article;
  const { fit } = product;
  const mark = markOf(fit);
  const isKnown = isApprovalKnown(fit.checks);
  const checks = isKnown ? fit.checks.filter(({ key }) => key !== 'approval') : fit.checks;
  if (fit.notes.length + fit.checks.length === 0) {
    return (
      <Card state="universal" title={t('part:fit.universal')} article={null}>
        <p>{t('article:fit.universalFree')}</p>
      </Card>
    );
  }
  return (
    <Card state={mark} title={isKnown ? fitText(t, fit) : t('article:fit.universal')} article={article}>
      <div>
        {isKnown && mark === 'no' ? (
          <p className="small">{fit.notes.join(' ')}</p>
        ) : (
          <Checks fit={{ ...fit, checks }} />
        )}
        {mark === 'no' && (
          <a className="button buy" href={categoryHref(url, category, vehicle)}>
            {t('article:fit.approved', { category: category.title })}
          </a>
        )}
      </div>
    </Card>
  );
}

/** Shows whether the part fits the vehicle of the page, and why (D15). `HowToCheck` explains how to make sure. */
export function FitCard({ article, answers, pickerPage }: Props) {
  const { product, category, vehicle } = article;
  const { t, url } = usePage();
  const ownAddress = useOwnAddress(product);
  const { state, notes } = product.fit;
  const { model = null, seriesPage = null } = vehicle ?? {};
  const kept = keptOf(vehicle);
  const title = (verdict: 'fits' | 'no'): ReactNode =>
    kept && (
      <ByState
        own={t(`article:fit.${verdict}`)}
        named={t(`article:fit.${verdict}Named`, keepPlaceholders)}
        vehicle={kept}
      />
    );

  switch (state) {
    case 'fits':
      return (
        <Card state="fits" title={title('fits')} article={article}>
          <Answers article={article} />
        </Card>
      );
    case 'conditional':
      return (
        <Card state="conditional" title={t('article:fit.conditional', { count: notes.length })} article={article}>
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
        <Card state="no" title={title('no')} article={article}>
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
      return <Universal article={article} />;
    case 'unknown':
      return (
        <Card
          state="unknown"
          title={model ? t('article:fit.unchecked') : t('article:fit.unknown')}
          article={article}
          about={t('article:fit.unknownText')}
        >
          <OwnPlace own={!model && <OwnLink href={ownAddress} text={t('article:fit.check', keepPlaceholders)} />}>
            <a
              className="button"
              href={`${pickerPage ?? ''}#${pickerId}`}
              data-fragment={pickerPage === null ? undefined : pickerId}
            >
              {t('article:fit.choose')}
            </a>
          </OwnPlace>
        </Card>
      );
  }
}
