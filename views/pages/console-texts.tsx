import {
  type ConsoleText,
  type ConsoleTexts,
  type CorrectableSubject,
  type CorrectionLanguage,
  isMarkup,
  languagesOf,
  longestText,
} from '../../server/contract/corrections.js';
import { Alert, type DoorParts, DoorProof } from '../layout/door-frame.js';

/** What came of a form, and what was refused. */
export type TextAnswer = 'saved' | 'same';
export type TextFault = 'long';
type Parts = Pick<DoorParts, 't' | 'format' | 'time' | 'prefix' | 'locale'>;

/** Texts of this length are shown in a field of one line. */
const oneLine = 200;

/** Name of a text's field in the form. */
export const textField = (field: string, language: CorrectionLanguage): string => `${field}.${language}`;
/** Path of the page of one subject, without the edition. */
export const subjectPath = ({ kind, id }: Pick<CorrectableSubject, 'kind' | 'id'>): string => `/texts/${kind}-${id}`;

function Subject({ t, prefix, subject }: Pick<Parts, 't' | 'prefix'> & { subject: CorrectableSubject }) {
  return (
    <div className="door-wide">
      <p>
        <a href={`${prefix}${subjectPath(subject)}`}>{subject.name}</a>
      </p>
      <p className="small soft">
        {t(`console:texts.kind.${subject.kind}`)} {subject.id}
        {subject.detail && ` · ${subject.detail}`}
      </p>
    </div>
  );
}

/** Finds what a text is of, and lists all that was corrected. */
export function ConsoleTextsPage({ query, texts, ...parts }: Parts & { query: string; texts: ConsoleTexts }) {
  const { t, time, prefix } = parts;
  return (
    <>
      <h1>{t('console:places.texts')}</h1>
      <p className="lead">{t('console:texts.lead')}</p>
      <form className="door-search" action={`${prefix}/texts`}>
        <p>
          <label htmlFor="q">{t('console:texts.search')}</label>
          <input id="q" name="q" type="search" defaultValue={query} maxLength={100} autoComplete="off" />
        </p>
        <button className="button filled" type="submit">
          {t('console:texts.find')}
        </button>
      </form>
      {query !== '' && (
        <section aria-labelledby="h-found">
          <h2 id="h-found">{t('console:texts.found')}</h2>
          {texts.found.length === 0 && <p role="status">{t('console:texts.nothing')}</p>}
          <ul className="door-list">
            {texts.found.map((subject) => (
              <li key={`${subject.kind} ${subject.id}`}>
                <Subject t={t} prefix={prefix} subject={subject} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="h-corrected">
        <h2 id="h-corrected">{t('console:texts.corrected')}</h2>
        {texts.corrected.length === 0 && <p>{t('console:texts.none')}</p>}
        <ul className="door-list">
          {texts.corrected.map(({ changedAt, texts: count, ...subject }) => (
            <li key={`${subject.kind} ${subject.id}`}>
              <Subject t={t} prefix={prefix} subject={subject} />
              <span className="small">
                {t('console:texts.count', { count })} · {time(changedAt)}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

type Text = ConsoleText['texts'][number];

function Field({ t, locale, kind, text }: Pick<Parts, 't' | 'locale'> & { kind: ConsoleText['kind']; text: Text }) {
  const { field, language, imported, corrected } = text;
  const id = textField(field, language);
  const longest = longestText(kind, field) ?? oneLine;
  const lang = language || undefined;
  const same = {
    id,
    name: id,
    lang,
    spellCheck: true,
    maxLength: longest,
    defaultValue: corrected ?? imported,
    'aria-describedby': corrected === null ? undefined : `${id}-was`,
  };
  return (
    <div className="console-text">
      <label htmlFor={id}>
        {t(`console:texts.field.${field as 'title'}`)}
        {corrected !== null && <span className="badge">{t('console:texts.isCorrected')}</span>}
      </label>
      {longest <= oneLine ? <input type="text" {...same} /> : <textarea rows={isMarkup(field) ? 12 : 4} {...same} />}
      {corrected !== null && (
        <details id={`${id}-was`}>
          <summary>{t('console:texts.imported')}</summary>
          <p className="small" lang={imported === '' ? locale : lang}>
            {imported || t('console:texts.composed')}
          </p>
        </details>
      )}
    </div>
  );
}

/** All texts of one subject in one form: a field for each, language by language. */
export function ConsoleTextPage({
  subject,
  answer,
  fault,
  proof,
  ...parts
}: Parts & { subject: ConsoleText; answer: TextAnswer | null; fault: TextFault | null; proof: string }) {
  const { t, prefix, locale } = parts;
  const { kind, id, name, detail, isServed, texts } = subject;
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  /** As a heading: not all languages write their names with a capital. */
  const nameOf = (language: CorrectionLanguage): string => {
    const [first = '', ...rest] = names.of(language) ?? language;
    return first.toLocaleUpperCase(locale) + rest.join('');
  };
  const fieldsIn = (language: CorrectionLanguage) =>
    texts
      .filter((text) => text.language === language)
      .map((text) => <Field key={text.field} t={t} locale={locale} kind={kind} text={text} />);
  const isOpen = (language: CorrectionLanguage): boolean =>
    locale.startsWith(language) || texts.some((text) => text.language === language && text.corrected !== null);
  return (
    <>
      <p>
        <a href={`${prefix}/texts`}>{t('console:places.texts')}</a>
      </p>
      <h1>{name}</h1>
      <p className="small soft">
        {t(`console:texts.kind.${kind}`)} {id}
        {detail && ` · ${detail}`}
      </p>
      {fault !== null && <Alert>{t(`console:texts.fault.${fault}`)}</Alert>}
      {answer !== null && (
        <p className="note" role="status">
          {t(`console:texts.${answer === 'saved' && !isServed ? 'soon' : answer}`)}
        </p>
      )}
      <p>{t('console:texts.how')}</p>
      <form className="console-texts" method="post" action={`${prefix}${subjectPath(subject)}`}>
        <DoorProof proof={proof} />
        {languagesOf(kind).map((language) =>
          language === '' ? (
            <div key="">{fieldsIn('')}</div>
          ) : (
            <details key={language} className="fold" open={isOpen(language)}>
              <summary>{nameOf(language)}</summary>
              {fieldsIn(language)}
            </details>
          ),
        )}
        <p>
          <button className="button filled" type="submit">
            {t('console:texts.save')}
          </button>
        </p>
      </form>
    </>
  );
}
