import { usePage } from '../context.js';
import type { BotModel } from '../models.js';
import './information.css';

/** Rules for robots, and a form for persons (D12) without a puzzle for eyes or ears. */
export function BotView({ model }: { model: BotModel }) {
  const { wait, back, difficultyBits, script, error, pagesAtOnce } = model;
  const { t, url, words, shopName, format } = usePage();
  return (
    <>
      <h1>{t('bot:title')}</h1>
      <p className="lead">{t('bot:description')}</p>
      <div className="prose">
        <section>
          <h2>{t('bot:person.title')}</h2>
          <p>{t('bot:person.text')}</p>
          {error && (
            <p className="tone-bad" role="alert">
              {t(`bot:person.${error}`)}
            </p>
          )}
          <form className="actions" method="post" action={url('bot', {})} data-difficulty-bits={difficultyBits}>
            <input type="hidden" name="wait" value={wait} />
            <input type="hidden" name="solution" />
            <input type="hidden" name="back" value={back} />
            <button className="button filled" type="submit">
              {t('bot:person.submit')}
            </button>
            <output data-busy={t('bot:person.busy')} />
          </form>
          <script type="module" src={script} />
        </section>
        <section>
          <h2>{t('bot:robots.title')}</h2>
          <ul>
            <li>{t('bot:robots.rules')}</li>
            <li>{t('bot:robots.sitemap')}</li>
            {pagesAtOnce > 0 && <li>{t('bot:robots.rate', { pages: format.number(pagesAtOnce) })}</li>}
            <li>{t('bot:robots.filters')}</li>
            <li>{t('bot:robots.name')}</li>
            <li>
              <a href={url('developers', {})}>{t('bot:robots.api')}</a>
            </li>
          </ul>
        </section>
        <section>
          <h2>{t('bot:contact.title')}</h2>
          <p>{t('bot:contact.text', { shop: shopName })}</p>
          <p>
            {words.email === null ? (
              <mark>{t('information:operator')}</mark>
            ) : (
              <a href={`mailto:${words.email}`}>{words.email}</a>
            )}
          </p>
        </section>
      </div>
    </>
  );
}
