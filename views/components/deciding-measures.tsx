import type { ReactNode } from 'react';
import type { Listing, MeasureGroup } from '../../server/contract/articles.js';
import { ownPage } from '../catalogue-links.js';
import { usePage } from '../context.js';
import { keepPlaceholders } from '../formats.js';
import type { FilterProps } from '../islands/listing-filter.props.js';
import { pathWith } from './listing-filter.js';
import { OwnLink, OwnPlace } from './own-place.js';
import './deciding-measures.css';

interface Props {
  groups: readonly MeasureGroup[];
  filters: readonly FilterProps[];
  /** Count and words for goods with the required approval, or the page where the visitor chooses a vehicle for it. */
  approved?: { choice: NonNullable<Listing['approved']>; title: ReactNode } | { href: string } | null;
}

/** The sizes of a list, drawn to one scale. A tap selects one of them, another tap removes it. */
export function DecidingMeasures({ groups, filters, approved = null }: Props) {
  const { t, format, path } = usePage();
  if (groups.length === 0 && !approved) return null;
  const all = new Set(groups.flatMap(({ chosen }) => chosen.map(({ key }) => key)));
  const drawn = new Set(groups.map(({ drawing }) => drawing)).size === groups.length;
  return (
    <ul className="deciding-measures" aria-label={t('category:measures')}>
      {approved && 'href' in approved && (
        <li>
          <OwnPlace
            own={
              <OwnLink
                href={ownPage(path)}
                text={t('category:approved.forOwn', keepPlaceholders)}
                className="measure-link"
              />
            }
          >
            <a className="measure-link" rel="nofollow" href={approved.href}>
              {t('category:approved.choose')}
            </a>
          </OwnPlace>
        </li>
      )}
      {approved && 'choice' in approved && (
        <li className="full-row">
          <a
            rel="nofollow"
            href={`${pathWith(path, filters, new Set(['approval']), approved.choice.isActive ? [] : approved.choice.chosen)}#liste`}
            aria-current={approved.choice.isActive || undefined}
          >
            <b>{approved.title}</b>
          </a>
        </li>
      )}
      {groups.map(({ label, place, notes, count, isActive, chosen, drawing }) => (
        <li key={`${label} ${place}`}>
          <a
            rel="nofollow"
            href={`${pathWith(path, filters, all, isActive ? [] : chosen)}#liste`}
            aria-current={isActive || undefined}
          >
            {drawn && drawing && <img src={drawing} alt="" width={48} height={36} loading="lazy" />}
            <span>
              <b>{label}</b>
              <span className="soft">
                {place}
                {notes.length > 0 && <span>{(place ? ' · ' : '') + notes.join(' · ')}</span>}
              </span>
            </span>
            <span className="soft">{format.number(count)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
