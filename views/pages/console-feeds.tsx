import type { ConsoleFeeds, ConsoleImport, ConsoleReport } from '../../server/contract/console.js';
import type { Translate } from '../formats.js';
import { Alert, type DoorParts, DoorProof } from '../layout/door-frame.js';
import { Counts, RejectedRows, statusText } from '../layout/door-report.js';

/** What has become of a held feed. */
export type HeldAnswer = 'approved' | 'dropped' | 'running';
type Parts = Pick<DoorParts, 't' | 'format' | 'time' | 'prefix'>;
type Held = ConsoleFeeds['held'][number];
type Feed = ConsoleFeeds['feeds'][number];

const outcomeText = (t: Translate, outcome: string): string =>
  t(`console:outcome.${outcome === 'dry run' ? 'dryRun' : (outcome as 'active')}`);

const kindText = (t: Translate, kind: string): string => t(`console:kind.${kind as 'offers'}`);

function HeldFeed({ held, t, time, prefix, proof }: Parts & { held: Held; proof: string }) {
  const { name, at, shop, mode, reason, isRunning, failure } = held;
  return (
    <li>
      <div className="door-wide">
        <h3>{shop || t('console:feeds.allShops')}</h3>
        <p className="small soft">
          {time(at)} · {t(`merchant:upload.${mode as 'full'}`)}
        </p>
        <p lang="en">{reason}</p>
        {failure !== null && (
          <p className="tone-bad" lang="en">
            {failure}
          </p>
        )}
      </div>
      {isRunning ? (
        <span className="badge">{t('merchant:status.processing')}</span>
      ) : (
        <form className="console-acts" method="post" action={`${prefix}/held`}>
          <DoorProof proof={proof} />
          <input type="hidden" name="name" value={name} />
          <button className="button filled" type="submit" name="act" value="approve">
            {t('console:feeds.approve')}
          </button>
          <details>
            <summary className="button">{t('console:feeds.drop')}</summary>
            <p className="small space-above">{t('console:feeds.dropWarning')}</p>
            <button className="button" type="submit" name="act" value="drop">
              {t('console:feeds.dropNow')}
            </button>
          </details>
        </form>
      )}
    </li>
  );
}

function Got({ feed, t, format, time }: Parts & { feed: Feed }) {
  const { name, shop, kind, status, reason, isOverdue, succeededAt, nextAt, rows, rejected } = feed;
  return (
    <li>
      <div className="door-wide">
        <h3>{name}</h3>
        <p className="small soft">
          {shop} · {kindText(t, kind)} · {t('merchant:last.rows')} {format.number(rows)} · {t('merchant:last.rejected')}{' '}
          {format.number(rejected)}
        </p>
        <p className="small soft">
          {succeededAt === null ? t('console:feeds.never') : t('console:feeds.success', { time: time(succeededAt) })}{' '}
          {t('console:feeds.next', { time: time(nextAt) })}
        </p>
        {reason !== null && (
          <p className="tone-bad" lang="en">
            {reason}
          </p>
        )}
      </div>
      <span className="badge">{isOverdue ? t('console:feeds.overdue') : statusText(t, status)}</span>
    </li>
  );
}

function Taken({ each, t, format, time, prefix }: Parts & { each: ConsoleImport }) {
  return (
    <li>
      <div className="door-wide">
        <p>
          <a href={`${prefix}/feeds/${each.name}`}>
            {time(each.startedAt)}, {each.source}
          </a>
        </p>
        <p className="small soft">
          {kindText(t, each.kind)} · {t('merchant:last.rows')} {format.number(each.rows)} ·{' '}
          {t('merchant:last.rejected')} {format.number(each.rejected)}
        </p>
      </div>
      <span className="badge">{outcomeText(t, each.outcome)}</span>
    </li>
  );
}

/** Held feeds to decide about, feeds that the shop gets by itself, and the last imports. */
export function ConsoleFeedsPage({
  feeds,
  answer,
  failure,
  proof,
  ...parts
}: Parts & { feeds: ConsoleFeeds; answer: HeldAnswer | null; failure: string | null; proof: string }) {
  const { t } = parts;
  return (
    <>
      <h1>{t('console:places.feeds')}</h1>
      {answer !== null && (
        <p className="note" role="status">
          {t(`console:feeds.${answer}`)}
        </p>
      )}
      {failure !== null && <Alert>{t('merchant:fault.row', { reason: failure })}</Alert>}
      <section aria-labelledby="h-held">
        <h2 id="h-held">{t('console:feeds.held')}</h2>
        <p className="lead">{t('console:feeds.heldLead')}</p>
        {feeds.held.length === 0 && <p>{t('console:feeds.noneHeld')}</p>}
        <ul className="door-list">
          {feeds.held.map((held) => (
            <HeldFeed key={held.name} held={held} proof={proof} {...parts} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="h-got">
        <h2 id="h-got">{t('console:feeds.got')}</h2>
        {feeds.feeds.length === 0 && <p>{t('console:feeds.noneGot')}</p>}
        <ul className="door-list">
          {feeds.feeds.map((feed) => (
            <Got key={feed.name} feed={feed} {...parts} />
          ))}
        </ul>
        {feeds.outbox.dead > 0 && <p className="note error">{t('console:feeds.dead', { count: feeds.outbox.dead })}</p>}
      </section>
      <section aria-labelledby="h-imports">
        <h2 id="h-imports">{t('console:feeds.imports')}</h2>
        {feeds.imports.length === 0 && <p>{t('console:feeds.noImports')}</p>}
        <ul className="door-list">
          {feeds.imports.map((each) => (
            <Taken key={each.name} each={each} {...parts} />
          ))}
        </ul>
      </section>
    </>
  );
}

/** One import with its rejected rows. */
export function ConsoleFeedReport({ t, format, time, prefix, report }: Parts & { report: ConsoleReport }) {
  const { source, kind, outcome, reason, rows, rejected, leftOut, seconds, notes, reasons, rejectedRows } = report;
  const counts = [
    [t('merchant:last.rows'), rows],
    [t('merchant:last.rejected'), rejected],
    [t('merchant:report.leftOut'), leftOut],
    [t('console:feeds.seconds'), Math.round(seconds * 10) / 10],
  ] as const;
  return (
    <>
      <p>
        <a href={`${prefix}/feeds`}>{t('console:places.feeds')}</a>
      </p>
      <h1>{t('merchant:report.title', { time: time(report.startedAt) })}</h1>
      <p className="lead">
        {source} · {kindText(t, kind)} <span className="badge">{outcomeText(t, outcome)}</span>
      </p>
      {[...(reason === null ? [] : [reason]), ...notes].map((each) => (
        <p className="note" lang="en" key={each}>
          {each}
        </p>
      ))}
      <Counts format={format} counts={counts} />
      {Object.keys(reasons).length > 0 && (
        <section aria-labelledby="h-reasons">
          <h2 id="h-reasons">{t('console:feeds.reasons')}</h2>
          <ul className="door-list" lang="en">
            {Object.entries(reasons).map(([why, times]) => (
              <li key={why}>
                <span className="door-wide">{why}</span> <b>{format.number(times)}</b>
              </li>
            ))}
          </ul>
        </section>
      )}
      <RejectedRows t={t} rows={rejectedRows} count={rejected + leftOut} />
    </>
  );
}
