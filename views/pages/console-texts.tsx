import {
  type ConsoleText,
  isMarkup,
  languagesOf,
  longestText,
  type OverridableSubject,
  type TextOverrideLanguage,
} from '../../server/contract/text-overrides.js';
import type { Translate } from '../formats.js';
import { Alert, Part, PortalForm, Status, usePortal } from '../layout/portal-frame.js';
import { capitalised, ListPart, type PortalRow, PortalSearch, Rows, Small } from '../layout/portal-report.js';
import type { ConsoleModels } from './console-models.js';

/** Texts up to this length get a field of one line. */
const oneLine = 200;

/** Name of a text's field in the form. */
export const textField = (field: string, language: TextOverrideLanguage): string => `${field}.${language}`;
/** Path of the page of one subject, without the edition. */
export const subjectPath = ({ kind, id }: Pick<OverridableSubject, 'kind' | 'id'>): string => `/texts/${kind}-${id}`;

/** Returns kind, number and details of a subject, which distinguish it from others of the same name. */
const kindText = (t: Translate, { kind, id, detail }: OverridableSubject): string =>
  `${t(`console:texts.kind.${kind}`)} ${id}${detail && ` · ${detail}`}`;

/** Searches for subjects of texts, and lists all overrides. */
export function ConsoleTextsPage({ query, texts: { found, corrected } }: ConsoleModels['texts']) {
  const { t, time } = usePortal();
  const subjectRow = (subject: OverridableSubject): PortalRow => ({
    key: `${subject.kind} ${subject.id}`,
    link: { to: subjectPath(subject), text: subject.name },
    small: [kindText(t, subject)],
  });
  return (
    <>
      <h1>{t('console:places.texts')}</h1>
      <p className="lead">{t('console:texts.lead')}</p>
      <PortalSearch action="/texts" name="q" label={t('console:texts.search')} value={query} />
      {query !== '' && (
        <Part id="h-found" title={t('console:texts.found')}>
          {found.length === 0 && <p role="status">{t('console:texts.nothing')}</p>}
          <Rows rows={found.map(subjectRow)} />
        </Part>
      )}
      <ListPart
        id="h-corrected"
        title={t('console:texts.corrected')}
        none={t('console:texts.none')}
        rows={corrected.map(({ changedAt, texts: count, ...subject }) => ({
          ...subjectRow(subject),
          end: (
            <span className="small">
              {t('console:texts.count', { count })} · {time(changedAt)}
            </span>
          ),
        }))}
      />
    </>
  );
}

function Field({ kind, text }: { kind: ConsoleText['kind']; text: ConsoleText['texts'][number] }) {
  const { t, locale, may } = usePortal();
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
    readOnly: !may('consoleCorrect'),
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

/** A form with all texts of one subject, by language. */
export function ConsoleTextPage({ subject, feedback, fault }: ConsoleModels['text']) {
  const { t, prefix, locale, may } = usePortal();
  const { kind, name, isServed, texts } = subject;
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  // Some languages write the names of languages in lower case.
  const nameOf = (language: TextOverrideLanguage): string => capitalised(names.of(language) ?? language, locale);
  const fieldsIn = (language: TextOverrideLanguage) =>
    texts
      .filter((text) => text.language === language)
      .map((text) => <Field key={text.field} kind={kind} text={text} />);
  const isOpen = (language: TextOverrideLanguage): boolean =>
    locale.startsWith(language) || texts.some((text) => text.language === language && text.corrected !== null);
  return (
    <>
      <p>
        <a href={`${prefix}/texts`}>{t('console:places.texts')}</a>
      </p>
      <h1>{name}</h1>
      <Small>{kindText(t, subject)}</Small>
      {fault !== null && <Alert>{t(`console:texts.fault.${fault}`)}</Alert>}
      {feedback && <Status>{t(`console:texts.${feedback === 'saved' && !isServed ? 'soon' : feedback}`)}</Status>}
      {may('consoleCorrect') && <p>{t('console:texts.how')}</p>}
      <PortalForm className="console-texts" action={subjectPath(subject)}>
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
        {may('consoleCorrect') && (
          <p>
            <button className="button filled" type="submit">
              {t('console:texts.save')}
            </button>
          </p>
        )}
      </PortalForm>
    </>
  );
}
