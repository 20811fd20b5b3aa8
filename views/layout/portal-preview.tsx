import type { FeedPreview, FilePreview } from '../../server/contract/file-preview.js';
import type { MerchantReport } from '../../server/contract/merchants.js';
import { columnLabel, reasonText } from '../reason-text.js';
import { Part, PortalForm, Status, usePortal } from './portal-frame.js';
import { ListPart, Reason, Small } from './portal-report.js';

const money: ReadonlySet<string> = new Set(['price', 'sale_price', 'surcharge', 'deposit', 'lowest30']);

/** The field for a file. */
export function FileField() {
  const { t } = usePortal();
  return (
    <p>
      <label htmlFor="file">{t('merchant:upload.file')}</label>
      <input id="file" name="file" type="file" required />
    </p>
  );
}

/** The choice of what a file contains. */
export function ModeChoice({ chosen = 'update' }: { chosen?: string }) {
  const { t } = usePortal();
  return (
    <fieldset>
      <legend>{t('merchant:upload.mode')}</legend>
      {(['update', 'partial', 'full'] as const).map((mode) => (
        <label className="portal-check" key={mode}>
          <input type="radio" name="mode" value={mode} defaultChecked={mode === chosen} />
          {t(`merchant:upload.${mode}`)}
        </label>
      ))}
    </fieldset>
  );
}

/** Counts, the largest price changes and the first removals of a feed. @param isOpen shows them without a click */
export function Changes({ preview, isOpen = false }: { preview: FeedPreview; isOpen?: boolean }) {
  const { t, format } = usePortal();
  const { added, changed, removed, prices, removals } = preview;
  const counts = [
    [t('merchant:report.added'), added],
    [t('merchant:report.changed'), changed],
    [t('merchant:report.removed'), removed],
  ] as const;
  return (
    <>
      <Small>{counts.map(([name, count]) => `${name} ${format.number(count)}`).join(' · ')}</Small>
      {prices.length + removals.length > 0 && (
        <details className="fold" open={isOpen}>
          <summary>{t('console:feeds.preview')}</summary>
          <ul>
            {prices.map(({ key, before, now }) => (
              <li key={key}>
                <b>{key}</b> {format.money(before)} → {format.money(now)}
              </li>
            ))}
            {removals.length > 0 && (
              <li>
                <b>{t('merchant:report.removed')}</b> {removals.join(', ')}
                {removed > removals.length && ' …'}
              </li>
            )}
          </ul>
        </details>
      )}
    </>
  );
}

/** A form with the meaning of each column. It reads the same file again. */
function Columns({ preview, action, mode }: { preview: FilePreview; action: string; mode: string }) {
  const { t } = usePortal();
  const { columns, meanings } = preview;
  return (
    <Part id="h-columns" title={t('merchant:preview.columns')}>
      <p>{t('merchant:preview.lead')}</p>
      <PortalForm className="portal-form portal-columns" action={action}>
        <input type="hidden" name="columns" value={columns.length} />
        {columns.length > 0 && (
          <ul className="portal-list">
            {columns.map(({ header, meaning, samples }, at) => (
              // The columns of a file never change, and two may have the same name.
              // biome-ignore lint/suspicious/noArrayIndexKey: it is the place in the file
              <li key={at}>
                <div className="portal-wide">
                  <label htmlFor={`m${at}`}>{header || t('merchant:preview.unnamed', { number: at + 1 })}</label>
                  <Small>{samples.join(' · ')}</Small>
                </div>
                <select id={`m${at}`} name={`m${at}`} defaultValue={meaning ?? ''}>
                  <option value="">{t('merchant:preview.none')}</option>
                  {meanings.map((each) => (
                    <option key={each} value={each}>
                      {columnLabel(t, each)}
                    </option>
                  ))}
                </select>
              </li>
            ))}
          </ul>
        )}
        <ModeChoice chosen={mode} />
        <p className="actions">
          <button className="button filled" type="submit" name="act" value="preview">
            {t('merchant:preview.again')}
          </button>
          <button className="button" type="submit" name="act" value="save">
            {t('merchant:preview.save')}
          </button>
          <button className="button" type="submit" name="act" value="import">
            {t('merchant:preview.import')}
          </button>
        </p>
      </PortalForm>
    </Part>
  );
}

/** The first rows with their values as the shop reads them, and what is wrong with each. */
function FirstRows({ rows, columns }: Pick<FilePreview, 'rows' | 'columns'>) {
  const { t, format } = usePortal();
  const named = [
    ...columns.flatMap(({ meaning }) => meaning ?? []),
    ...rows.flatMap(({ values }) => Object.keys(values)),
  ];
  const names = [...new Set(named)];
  const shown = (name: string, value: string | undefined): string => {
    if (value === undefined) return '';
    if (money.has(name) && /^\d+\.\d\d$/.test(value)) return format.money(Math.round(Number(value) * 100));
    return name === 'condition' ? t(`article:condition.${value as 'new'}`, { defaultValue: value }) : value;
  };
  return (
    <div className="portal-first">
      <h2>{t('merchant:preview.rows')}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls the table */}
      <section className="portal-table" aria-label={t('merchant:preview.rows')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('merchant:report.line')}</th>
              <th scope="col">{t('merchant:preview.result')}</th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {columnLabel(t, name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, values, faults }) => (
              <tr key={line}>
                <th scope="row">{line}</th>
                <td>
                  {faults.length === 0 && t('merchant:preview.fine')}
                  {faults.map(({ field, reason, outcome }) => (
                    <span className={outcome === 'rejected' ? 'tone-bad' : 'tone-warn'} key={field + reason}>
                      {columnLabel(t, field)} <Reason reason={reason} />
                    </span>
                  ))}
                </td>
                {names.map((name) => (
                  <td key={name}>{shown(name, values[name])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

interface Previewed {
  readonly report: Pick<MerchantReport, 'mode' | 'isDryRun' | 'isKept' | 'preview'>;
  /** Path of the form without the edition; null for visitors who may only read. */
  readonly action: string | null;
  /** Whether the meanings were saved just now. */
  readonly isSaved: boolean;
}

/** How the shop reads a file, and a form to correct it. Empty a day after the file was sent. */
export function Preview({ report: { preview, mode, isDryRun, isKept }, action, isSaved }: Previewed) {
  const { t, format } = usePortal();
  if (!preview) return null;
  const { held, changes, unsold, rows, columns } = preview;
  const reasons = Object.entries(unsold).map(([why, offers]) => ({
    key: why,
    lines: [t(`merchant:withheld.${why as 'maker'}`)],
    figure: format.number(offers),
  }));
  return (
    <>
      {isSaved && <Status>{t('merchant:preview.saved')}</Status>}
      {isDryRun && held !== null && (
        <p className="note error">
          {t('merchant:preview.held')} {reasonText(t, held).text}
        </p>
      )}
      {changes && <Changes preview={changes} isOpen />}
      {action !== null && isKept && <Columns preview={preview} action={action} mode={mode} />}
      {rows.length > 0 && <FirstRows rows={rows} columns={columns} />}
      <ListPart id="h-unsold" title={t('merchant:preview.unsold')} rows={reasons} />
    </>
  );
}
