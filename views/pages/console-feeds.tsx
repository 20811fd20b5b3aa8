import type { ConsoleFeeds, ConsoleImport } from '../../server/contract/console.js';
import type { Translate } from '../formats.js';
import { Alert, Part, PortalForm, Status, usePortal } from '../layout/portal-frame.js';
import { feedRow, kindText } from '../layout/portal-merchant.js';
import { Changes, FileField, ModeChoice, Preview } from '../layout/portal-preview.js';
import {
  Badge,
  Counts,
  FileReport,
  ListPart,
  type PortalRow,
  Reason,
  RejectedRows,
  rowCounts,
  UnreadColumns,
} from '../layout/portal-report.js';
import type { ConsoleModels } from './console-models.js';

const outcomeText = (t: Translate, outcome: string): string =>
  t(`console:outcome.${outcome === 'dry run' ? 'dryRun' : (outcome as 'active')}`);

/** @param newer offers with newer values, which the last approval would have overwritten */
function Decision({ name, newer }: { name: string; newer: number }) {
  const { t, may } = usePortal();
  if (!may('consoleHeld')) return null;
  return (
    <PortalForm className="console-acts" action="/held">
      <input type="hidden" name="name" value={name} />
      {newer > 0 ? (
        <>
          <p className="note error">{t('console:feeds.newer', { count: newer })}</p>
          <button className="button filled" type="submit" name="act" value="keepNewer">
            {t('console:feeds.keepNewer')}
          </button>
          <button className="button" type="submit" name="act" value="overwrite">
            {t('console:feeds.overwrite')}
          </button>
        </>
      ) : (
        <button className="button filled" type="submit" name="act" value="approve">
          {t('console:feeds.approve')}
        </button>
      )}
      <details>
        <summary className="button">{t('console:feeds.drop')}</summary>
        <p className="small space-above">{t('console:feeds.dropWarning')}</p>
        <button className="button" type="submit" name="act" value="drop">
          {t('console:feeds.dropNow')}
        </button>
      </details>
    </PortalForm>
  );
}

/** Held feeds that need a decision, configured feeds, and the last imports. */
export function ConsoleFeedsPage({ feeds: all, feedback, failure, fault }: ConsoleModels['feeds']) {
  const { held, feeds, imports, outbox } = all;
  const portal = usePortal();
  const { t, time, may } = portal;
  const heldRow = ({
    name,
    at,
    shop,
    mode,
    isRunning,
    preview,
    newer,
    ...row
  }: ConsoleFeeds['held'][number]): PortalRow => ({
    ...row,
    key: name,
    title: shop || t('console:feeds.allShops'),
    small: [`${time(at)} · ${t(`merchant:upload.${mode as 'full'}`)}`],
    ...(preview && { more: <Changes preview={preview} /> }),
    end: isRunning ? <Badge>{t('merchant:status.processing')}</Badge> : <Decision name={name} newer={newer} />,
  });
  const importRow = (each: ConsoleImport): PortalRow => ({
    key: each.name,
    link: { to: `/feeds/${each.name}`, text: `${time(each.startedAt)}, ${each.source}` },
    small: [`${kindText(t, each.kind)} · ${rowCounts(portal, each)}`],
    badge: outcomeText(t, each.outcome),
  });
  return (
    <>
      <h1>{t('console:places.feeds')}</h1>
      {feedback && <Status>{t(`console:feeds.${feedback}`)}</Status>}
      {failure !== null && <Alert>{t('merchant:fault.row', { reason: failure })}</Alert>}
      {fault && <Alert>{fault === 'shop' ? t('console:feeds.unknownShop') : t('merchant:fault.file')}</Alert>}
      <ListPart
        id="h-held"
        title={t('console:feeds.held')}
        lead={t('console:feeds.heldLead')}
        none={t('console:feeds.noneHeld')}
        rows={held.map(heldRow)}
      />
      <ListPart
        id="h-got"
        title={t('console:feeds.got')}
        none={t('console:feeds.noneGot')}
        rows={feeds.map((feed) => feedRow(portal, feed))}
      >
        {outbox.dead > 0 && <p className="note error">{t('console:feeds.dead', { count: outbox.dead })}</p>}
      </ListPart>
      {may('consoleFile') && (
        <Part id="h-file" title={t('console:feeds.file')}>
          <PortalForm className="portal-form" encType="multipart/form-data" action="/uploads">
            <p>
              <label htmlFor="shop">{t('console:feeds.shop')}</label>
              <input id="shop" name="shop" required />
            </p>
            <FileField />
            <ModeChoice />
            <button className="button filled" type="submit">
              {t('merchant:preview.open')}
            </button>
          </PortalForm>
        </Part>
      )}
      <ListPart
        id="h-imports"
        title={t('console:feeds.imports')}
        none={t('console:feeds.noImports')}
        rows={imports.map(importRow)}
      />
    </>
  );
}

/** One import with its rejected rows. */
export function ConsoleFeedReport({ report }: ConsoleModels['report']) {
  const { t, format, time, prefix } = usePortal();
  const { source, kind, outcome, reason, rows, rejected, leftOut, seconds, notes, reasons, rejectedRows } = report;
  return (
    <>
      <p>
        <a href={`${prefix}/feeds`}>{t('console:places.feeds')}</a>
      </p>
      <h1>{t('merchant:report.title', { time: time(report.startedAt) })}</h1>
      <p className="lead">
        {source} · {kindText(t, kind)} <Badge>{outcomeText(t, outcome)}</Badge>
      </p>
      {[...(reason === null ? [] : [reason]), ...notes].map((each) => (
        <p className="note" key={each}>
          <Reason reason={each} />
        </p>
      ))}
      <Counts
        counts={[
          [t('merchant:last.rows'), rows],
          [t('merchant:last.rejected'), rejected],
          [t('merchant:report.leftOut'), leftOut],
          [t('console:feeds.seconds'), Math.round(seconds * 10) / 10],
        ]}
      />
      <ListPart
        id="h-reasons"
        title={t('console:feeds.reasons')}
        rows={Object.entries(reasons).map(([why, times]) => ({ key: why, reason: why, figure: format.number(times) }))}
      />
      <UnreadColumns columns={report.unread} />
      <RejectedRows rows={rejectedRows} count={rejected + leftOut} />
    </>
  );
}

/** A merchant's file as the shop reads it. */
export function ConsoleUploadPage({ upload, isSaved }: ConsoleModels['upload']) {
  const { t, may } = usePortal();
  const action = may('consoleRepeat') ? `/uploads/${upload.id}` : null;
  return (
    <FileReport report={upload} place="uploads" back={t('console:places.feeds')} name={upload.shop}>
      <Preview report={upload} action={action} isSaved={isSaved} />
    </FileReport>
  );
}
