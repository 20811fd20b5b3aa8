import { useAnchor, usePage } from '../context.js';
import type { WithdrawalFields, WithdrawalModel } from '../models.js';
import { receiptTimes } from '../receipt-times.js';
import './withdrawal.css';

const inputs = [
  { name: 'name', type: 'text', autoComplete: 'name', maxLength: 120 },
  { name: 'orderId', type: 'text', autoComplete: 'off', maxLength: 80 },
  { name: 'email', type: 'email', autoComplete: 'email', maxLength: 254 },
] as const satisfies { name: keyof WithdrawalFields; type: string; autoComplete: string; maxLength: number }[];

type Step<S extends WithdrawalModel['step']> = Extract<WithdrawalModel, { step: S }>;

function Form({ model: { fields, errors } }: { model: Step<'form'> }) {
  const { t, url } = usePage();
  return (
    <form
      className="withdrawal"
      id={useAnchor('withdrawal')}
      method="post"
      action={url('information', { page: 'revocation' })}
    >
      <h2>{t('information:withdrawal.title')}</h2>
      <p className="small soft">{t('information:withdrawal.hint')}</p>
      {errors.length > 0 && (
        <p className="tone-bad" role="alert">
          {t('information:withdrawal.faults')}
        </p>
      )}
      {inputs.map(({ name, ...input }) => {
        const isBad = errors.includes(name);
        return (
          <p key={name}>
            <label htmlFor={`wd-${name}`}>{t(`information:withdrawal.${name}`)}</label>
            <input
              id={`wd-${name}`}
              name={name}
              {...input}
              defaultValue={fields[name]}
              required
              aria-invalid={isBad || undefined}
              aria-describedby={isBad ? `wd-${name}-fault` : undefined}
            />
            {isBad && (
              <span className="small tone-bad" id={`wd-${name}-fault`}>
                {t(`information:withdrawal.fault.${name}`)}
              </span>
            )}
          </p>
        );
      })}
      <p>
        <button className="button filled" type="submit">
          {t('information:withdrawal.submit')}
        </button>
      </p>
    </form>
  );
}

function Content({ fields }: { fields: WithdrawalFields }) {
  const { t } = usePage();
  return (
    <>
      <p>{t('information:withdrawal.declaration')}</p>
      <dl>
        {inputs.map(({ name }) => (
          <div key={name}>
            <dt>{t(`information:withdrawal.${name}`)}</dt>
            <dd>{fields[name]}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Sent({ fields, sent }: { fields: WithdrawalFields; sent: string }) {
  return (
    <>
      {inputs.map(({ name }) => (
        <input key={name} type="hidden" name={name} value={fields[name]} />
      ))}
      <input type="hidden" name="step" value="confirm" />
      <input type="hidden" name="key" value={sent} />
    </>
  );
}

function Confirm({ model: { fields, key } }: { model: Step<'confirm'> }) {
  const { t, url } = usePage();
  const address = url('information', { page: 'revocation' });
  return (
    <form className="withdrawal" id={useAnchor('withdrawal')} method="post" action={address}>
      <h2>{t('information:withdrawal.check')}</h2>
      <Content fields={fields} />
      <Sent fields={fields} sent={key} />
      <p className="actions">
        <button className="button filled" type="submit">
          {t('information:withdrawal.confirm')}
        </button>
        <a className="button quiet" href={address}>
          {t('information:withdrawal.back')}
        </a>
      </p>
    </form>
  );
}

function Receipt({ model: { fields, key, number, receivedAt, isMailed } }: { model: Step<'receipt'> }) {
  const { t, edition, url } = usePage();
  const { local, universal } = receiptTimes(receivedAt, edition.locale);
  return (
    <div className="withdrawal" id={useAnchor('withdrawal')} role="status">
      <h2>{t('information:withdrawal.received')}</h2>
      <p>{t('information:withdrawal.notAcceptance')}</p>
      <dl>
        <div>
          <dt>{t('information:withdrawal.number')}</dt>
          <dd className="number">{number}</dd>
        </div>
        <div>
          <dt>{t('information:withdrawal.time')}</dt>
          <dd>
            <time dateTime={receivedAt.toISOString()}>{local}</time> ({universal})
          </dd>
        </div>
      </dl>
      <Content fields={fields} />
      {isMailed && <p>{t('information:withdrawal.mailed', { email: fields.email })}</p>}
      <p>{t('information:withdrawal.keep')}</p>
      <form method="post" action={url('information', { page: 'revocation' })}>
        <Sent fields={fields} sent={key} />
        <input type="hidden" name="as" value="file" />
        <p className="actions">
          <button className="button filled" type="submit">
            {t('information:withdrawal.download')}
          </button>
          <a className="button" href={url('home', {})}>
            {t('information:home')}
          </a>
        </p>
      </form>
    </div>
  );
}

/** The withdrawal function: form, question or receipt (Directive 2011/83/EU, Article 11a). */
export function Withdrawal({ model }: { model: WithdrawalModel }) {
  if (model.step === 'form') return <Form model={model} />;
  return model.step === 'confirm' ? <Confirm model={model} /> : <Receipt model={model} />;
}
