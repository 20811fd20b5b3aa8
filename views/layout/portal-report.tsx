import { Children, type ReactNode } from 'react';
import type { MerchantImport, MerchantReport } from '../../server/contract/merchants.js';
import type { ProblemFacts, UnreadColumn } from '../../server/contract/problem.js';
import type { Translate } from '../formats.js';
import { columnLabel, reasonText } from '../reason-text.js';
import { Part, type PortalParts, usePortal } from './portal-frame.js';

/** A row of a list: lines below each other, with actions beside them. */
export interface PortalRow {
  readonly key: string | number;
  readonly title?: string;
  /** Id of the title, for labels. */
  readonly id?: string;
  /** Path without the edition. */
  readonly link?: { readonly to: string; readonly text: string };
  readonly lines?: readonly ReactNode[];
  readonly small?: readonly ReactNode[];
  /** Why a row waits or has failed, in the English of the log. */
  readonly reason?: string | null;
  readonly failure?: string | null;
  /** Anything below the lines, such as a list. */
  readonly more?: ReactNode;
  readonly badge?: string;
  readonly figure?: string;
  readonly end?: ReactNode;
}

function Row({ row }: { row: PortalRow }) {
  const { prefix } = usePortal();
  const { title, id, link, lines = [], small = [], reason, failure, more, badge, figure, end } = row;
  return (
    <li>
      <div className="portal-wide">
        {title !== undefined && <h3 id={id}>{title}</h3>}
        {link && (
          <p>
            <a href={prefix + link.to}>{link.text}</a>
          </p>
        )}
        {Children.map(lines, (line) => (
          <p>{line}</p>
        ))}
        {Children.map(small, (line) => (
          <Small>{line}</Small>
        ))}
        {reason && (
          <p>
            <Reason reason={reason} />
          </p>
        )}
        {failure && (
          <p className="tone-bad" lang="en">
            {failure}
          </p>
        )}
        {more}
      </div>
      {badge !== undefined && <Badge>{badge}</Badge>}
      {figure !== undefined && <b>{figure}</b>}
      {end}
    </li>
  );
}

/** A reason of the import in the reader's language, or in the English of the log. */
export function Reason({ reason }: { reason: string }) {
  const { t } = usePortal();
  const { text, lang } = reasonText(t, reason);
  return <span lang={lang}>{text}</span>;
}

/** Renders rows below each other. */
export const Rows = ({ rows }: { rows: readonly PortalRow[] }) => (
  <ul className="portal-list">
    {rows.map((row) => (
      <Row key={row.key} row={row} />
    ))}
  </ul>
);

/** A section of a page with a list. */
export function ListPart({
  id,
  title,
  lead,
  none,
  isGood,
  rows,
  children,
}: {
  id: string;
  title: string;
  lead?: string;
  /** Sentence for an empty list, left out if the page omits an empty list; `isGood`: then no work is left. */
  none?: string;
  isGood?: boolean;
  rows: readonly PortalRow[];
  children?: ReactNode;
}) {
  if (rows.length === 0 && none === undefined) return null;
  return (
    <Part id={id} title={title}>
      {lead && <p className="lead">{lead}</p>}
      {rows.length === 0 && <p className={isGood ? 'tone-ok' : undefined}>{none}</p>}
      <Rows rows={rows} />
      {children}
    </Part>
  );
}

export const Badge = ({ children }: { children: ReactNode }) => <span className="badge">{children}</span>;
/** A secondary line in small print. */
export const Small = ({ children }: { children: ReactNode }) => <p className="small soft">{children}</p>;

/** Returns a text with a capital first letter. */
export const capitalised = (text: string, locale: string): string =>
  text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1);

/** Returns the status of a file in a word. */
export const statusText = (t: Translate, status: MerchantImport['status']): string =>
  t(`merchant:status.${status === 'completed_with_errors' ? 'errors' : status}`);

/** Returns the number of rows of a file, and of rejected ones. */
export const rowCounts = ({ t, format }: Pick<PortalParts, 't' | 'format'>, of: { rows: number; rejected: number }) =>
  `${t('merchant:last.rows')} ${format.number(of.rows)} · ${t('merchant:last.rejected')} ${format.number(of.rejected)}`;

/** Figures with their names. */
export function Counts({ counts }: { counts: readonly (readonly [name: string, count: number])[] }) {
  const { format } = usePortal();
  return (
    <dl className="portal-counts">
      {counts.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{format.number(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Columns of a file that were not read; empty without any. */
export function UnreadColumns({ columns }: { columns: readonly UnreadColumn[] }) {
  const { t } = usePortal();
  return (
    <ListPart
      id="h-unread"
      title={t('merchant:report.unread')}
      rows={columns.map(({ column, nearest, isNet }) => ({
        key: column,
        lines: [<b key="column">{column}</b>],
        small: isNet
          ? [t('merchant:report.netPrice')]
          : nearest === null
            ? []
            : [t('merchant:report.nearest', { column: columnLabel(t, nearest) })],
      }))}
    />
  );
}

/**
 * Rows of a file that are not on sale; empty without rows.
 * @param rows the first of them, with the reasons of the reports of imports
 * @param count of all such rows
 */
export function RejectedRows({ rows, count }: { rows: NonNullable<ProblemFacts['rows']>; count: number }) {
  const { t } = usePortal();
  if (rows.length === 0) return null;
  return (
    <Part id="h-rows" title={t('merchant:report.rowsTitle')}>
      {rows.length < count && <Small>{t('merchant:report.first', { count: rows.length })}</Small>}
      <Rows
        // A line may have several faults, so the index is the key. The list never changes.
        rows={rows.map(({ line, key, field, value, reason }, index) => ({
          key: index,
          lines: [
            <>
              <b>
                {t('merchant:report.line')} {line}
                {key !== undefined && `, ${key}`}
              </b>{' '}
              {t('merchant:report.field', { field: columnLabel(t, field) })} {value !== '' && <q>{value}</q>}{' '}
              <Reason reason={reason} />
            </>,
          ],
        }))}
      />
    </Part>
  );
}

/**
 * The report of a merchant's file: counts, a preview as its children, and the rows that are not on sale.
 * @param place first segment of its path
 * @param back text of the link to all files
 * @param name the merchant, if others read the report
 */
export function FileReport({
  report,
  place,
  back,
  name,
  children,
}: {
  report: MerchantReport;
  place: 'feeds' | 'uploads';
  back: string;
  name?: string;
  children: ReactNode;
}) {
  const { t, time, prefix } = usePortal();
  const { id, status, changes, rejectedRows, reason, isDryRun, isUnchanged, endedAt, leftOut, rows, rejected } = report;
  return (
    <>
      <p>
        <a href={`${prefix}/feeds`}>{back}</a>
      </p>
      <h1>{t('merchant:report.title', { time: time(report.createdAt) })}</h1>
      <p className="lead">
        {name} <Badge>{statusText(t, status)}</Badge>
      </p>
      {endedAt === null && (
        <p>
          <a className="button" href={`${prefix}/${place}/${id}`}>
            {t('merchant:report.again')}
          </a>
        </p>
      )}
      {isDryRun && <p className="note">{t('merchant:report.dryRun')}</p>}
      {isUnchanged && <p className="note">{t('merchant:report.unchanged')}</p>}
      {reason !== null && (
        <p className="note error">
          <Reason reason={reason} />
        </p>
      )}
      <Counts
        counts={[
          [t('merchant:last.rows'), rows],
          [t('merchant:last.rejected'), rejected],
          [t('merchant:report.leftOut'), leftOut],
          [t('merchant:report.added'), changes.added ?? 0],
          [t('merchant:report.changed'), changes.changed ?? 0],
          [t('merchant:report.removed'), changes.removed ?? 0],
          [t('merchant:report.same'), changes.unchanged ?? 0],
        ]}
      />
      {children}
      <UnreadColumns columns={report.unread} />
      <RejectedRows rows={rejectedRows} count={rejected + leftOut} />
    </>
  );
}

/** A form with one field that searches. @param action path without the edition */
export function PortalSearch({
  action,
  name,
  label,
  value,
}: {
  action: string;
  name: string;
  label: string;
  value: string;
}) {
  const { t, prefix } = usePortal();
  return (
    <search>
      <form className="portal-search" action={prefix + action}>
        <p>
          <label htmlFor={name}>{label}</label>
          <input id={name} name={name} type="search" defaultValue={value} maxLength={100} autoComplete="off" />
        </p>
        <button className="button" type="submit">
          {t('merchant:search.submit')}
        </button>
      </form>
    </search>
  );
}
