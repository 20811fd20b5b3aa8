import type { DescribedParameter, DevelopersModel, DocumentedCall } from '../api-models.js';
import { usePage } from '../context.js';
import './information.css';
import './developers.view.css';

/** A text with code between backticks. */
function Description({ text }: { text: string }) {
  return text.split('`').map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their places
      <code key={at}>{part}</code>
    ) : (
      part
    ),
  );
}

function Parameters({ parameters }: { parameters: readonly DescribedParameter[] }) {
  const { t } = usePage();
  return (
    <dl className="api-parameters">
      {parameters.map(({ name, where, isRequired, type, description, example }) => (
        <div key={where + name}>
          <dt>
            <code>{name}</code>{' '}
            <span className="small soft">
              {t(`developers:where.${where}`)}
              {isRequired && `, ${t('developers:required')}`}
            </span>
          </dt>
          <dd lang="en">
            <Description text={description} /> <span className="soft">({type})</span>
            {example !== null && (
              <>
                {' '}
                <code>{example}</code>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Example({ label, json }: { label: string; json: string | null }) {
  return (
    json !== null && (
      <details>
        <summary>{label}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it with the arrow keys. */}
        <pre lang="en" tabIndex={0}>
          {json}
        </pre>
      </details>
    )
  );
}

function Call({ call }: { call: DocumentedCall }) {
  const { t } = usePage();
  return (
    <section className="api-call" id={`call-${call.id}`}>
      <h3 lang="en">{call.summary}</h3>
      <p>
        <code>
          <b>{call.method}</b> {call.path}
        </code>
      </p>
      {call.description !== null && (
        <p lang="en">
          <Description text={call.description} />
        </p>
      )}
      {call.isChecked && <p className="small soft">{t('developers:checked')}</p>}
      {call.parameters.length > 0 && <Parameters parameters={call.parameters} />}
      {call.errors.length > 0 && (
        <p className="api-errors">
          <span className="small soft">{t('developers:errors')}</span>
          {call.errors.map((code) => (
            <a key={code} href={`#error-${code}`}>
              <code>{code}</code>
            </a>
          ))}
        </p>
      )}
      <Example label={t('developers:body')} json={call.body} />
      <Example label={t('developers:answer')} json={call.answer} />
    </section>
  );
}

/** The calls of the API from their description. The `type` of an error leads to its code here (RFC 9457, 3.1.1). */
export function DevelopersView({ model }: { model: DevelopersModel }) {
  const { t, shopName } = usePage();
  return (
    <>
      <h1>{t('developers:title', { shop: shopName })}</h1>
      <p className="lead">{t('developers:lead')}</p>
      <p className="actions">
        <a className="button" href="/api/openapi.json">
          {t('developers:file')}
        </a>
      </p>
      <div className="prose developers">
        <nav aria-label={t('developers:contents')}>
          <ul>
            {model.matters.map(({ name }) => (
              <li key={name}>
                <a href={`#matter-${name}`} lang="en">
                  {name}
                </a>
              </li>
            ))}
            <li>
              <a href="#errors">{t('developers:errors')}</a>
            </li>
          </ul>
        </nav>
        <section lang="en">
          {model.about.map((paragraph) => (
            <p key={paragraph}>
              <Description text={paragraph} />
            </p>
          ))}
        </section>
        <section>
          <h2>{t('developers:shared')}</h2>
          <Parameters parameters={model.shared} />
        </section>
        {model.matters.map(({ name, description, calls }) => (
          <section key={name} id={`matter-${name}`}>
            <h2 lang="en">{name}</h2>
            <p lang="en">{description}</p>
            {calls.map((call) => (
              <Call key={call.id} call={call} />
            ))}
          </section>
        ))}
        <section id="errors">
          <h2>{t('developers:errors')}</h2>
          <p>{t('developers:errorsLead')}</p>
          <dl className="api-parameters">
            {model.errors.map(({ code, status, title }) => (
              <div key={code} id={`error-${code}`}>
                <dt>
                  <code>{code}</code> <span className="small soft">{status}</span>
                </dt>
                <dd>{title}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </>
  );
}
