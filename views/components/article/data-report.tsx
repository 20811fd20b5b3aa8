import { reportReasons, reportTextMax } from '../../../server/contract/data-reports.js';
import { useAnchor, usePage } from '../../context.js';
import type { DataReportModel } from '../../models.js';
import { ShowMore } from '../show-more.js';
import '../data-report.css';

interface Props {
  model: DataReportModel;
  /** Page with the form; null on that page. */
  full: string | null;
  /** Address of the form: the page itself. */
  action: string;
}

function Form({ model, action }: { model: Extract<DataReportModel, { step: 'form' }>; action: string }) {
  const { t } = usePage();
  const { reason, text, fault } = model;
  const report = useAnchor('report');
  const [hintId, errorId] = [`${report}-hint`, `${report}-fault`];
  const [reasonId, textId] = [`${report}-reason`, `${report}-text`];
  return (
    <form className="data-report" method="post" action={action}>
      <h3>{t('article:report.title')}</h3>
      <p className="small soft" id={hintId}>
        {t('article:report.hint')}
      </p>
      {fault && (
        <p className="tone-bad" role="alert" id={errorId}>
          {t(`article:report.fault.${fault}`)}
        </p>
      )}
      <p>
        <label htmlFor={reasonId}>{t('article:report.reason')}</label>
        <select
          id={reasonId}
          name="reason"
          defaultValue={reason}
          required
          aria-invalid={fault === 'reason' || undefined}
          aria-describedby={fault === 'reason' ? errorId : undefined}
        >
          <option value="">{t('article:report.choose')}</option>
          {reportReasons.map((each) => (
            <option key={each} value={each}>
              {t(`article:report.reasons.${each}`)}
            </option>
          ))}
        </select>
      </p>
      <p>
        <label htmlFor={textId}>{t('article:report.text')}</label>
        <textarea
          id={textId}
          name="text"
          rows={4}
          minLength={5}
          maxLength={reportTextMax}
          defaultValue={text}
          required
          aria-invalid={fault === 'text' || undefined}
          aria-describedby={fault === 'text' ? `${errorId} ${hintId}` : hintId}
        />
      </p>
      <p>
        <button className="button filled" type="submit">
          {t('article:report.submit')}
        </button>
      </p>
    </form>
  );
}

/** Way to report an error in the data: a link, the form, or its receipt (P114). */
export function DataReport({ model, full, action }: Props) {
  const { t } = usePage();
  return (
    <div id={useAnchor('report')}>
      {model.step === 'receipt' ? (
        <p className="note space-above" role="status">
          {t('article:report.received', { number: model.number })}
        </p>
      ) : full ? (
        <ShowMore fragment="report" href={full}>
          {t('article:report.open')}
        </ShowMore>
      ) : (
        <Form model={model} action={action} />
      )}
    </div>
  );
}
