import type { MerchantImport } from '../../server/contract/merchants.js';
import type { ProblemFacts } from '../../server/contract/problem.js';
import type { Translate } from '../formats.js';
import type { DoorParts } from './door-frame.js';

type Words = Pick<DoorParts, 't' | 'format'>;

/** What has come of a file, in a word. */
export const statusText = (t: Translate, status: MerchantImport['status']): string =>
  t(`merchant:status.${status === 'completed_with_errors' ? 'errors' : status}`);

/** Figures by their names. */
export function Counts({ format, counts }: Pick<Words, 'format'> & { counts: readonly (readonly [string, number])[] }) {
  return (
    <dl className="door-counts">
      {counts.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{format.number(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface RowsProps extends Pick<Words, 't'> {
  /** The first of them; reasons are in English, as in the files that the import leaves. */
  rows: NonNullable<ProblemFacts['rows']>;
  /** How many there are. */
  count: number;
}
/** Rows of a file that are not on sale, line by line; nothing where there are none. */
export function RejectedRows({ t, rows, count }: RowsProps) {
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="h-rows">
      <h2 id="h-rows">{t('merchant:report.rowsTitle')}</h2>
      {rows.length < count && <p className="small soft">{t('merchant:report.first', { count: rows.length })}</p>}
      <ul className="door-list">
        {rows.map(({ line, field, value, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line may have several faults, and the list never changes.
          <li key={index}>
            <p className="door-wide">
              <b>
                {t('merchant:report.line')} {line}
              </b>{' '}
              <span lang="en">
                {field}: {value === '' ? '' : `“${value}” `}
                {reason}
              </span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
