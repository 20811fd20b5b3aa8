import type { MeasureGroup } from '../../server/contract/articles.js';
import { usePage } from '../context.js';
import type { FilterProps } from '../islands/listing-filter.props.js';
import { pathWith } from './listing-filter.js';
import './deciding-measures.css';

interface Props {
  groups: readonly MeasureGroup[];
  filters: readonly FilterProps[];
}

/** The sizes of a list, drawn at one scale: a tap leaves one of them, another tap takes that back. */
export function DecidingMeasures({ groups, filters }: Props) {
  const { t, format, path } = usePage();
  if (groups.length === 0) return null;
  const all = new Set(groups.flatMap(({ chosen }) => chosen.map(({ key }) => key)));
  const drawn = new Set(groups.map(({ drawing }) => drawing)).size === groups.length;
  return (
    <ul className="deciding-measures" aria-label={t('category:measures')}>
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
