import { Badge } from '../components/badge.js';
import { usePage } from '../context.js';
import './information.css';

/** The login page of the embedded provider. */
export interface DemoLoginModel {
  action: string;
}

/** The login page of the embedded provider: one account for everybody, which the page points out. */
export function DemoLoginView({ model: { action } }: { model: DemoLoginModel }) {
  const { t, edition } = usePage();
  return (
    <>
      <p>
        <Badge tone="warn">{t('account:demo.badge')}</Badge>
      </p>
      <h1 className="space-above">{t('account:demo.title')}</h1>
      <p className="lead">{t('account:demo.lead')}</p>
      <p className="note space-above">{t('account:demo.shared')}</p>
      <form className="actions" method="post" action={action}>
        <input type="hidden" name="locale" value={edition.locale} />
        <button className="button filled" type="submit" name="answer" value="login">
          {t('account:demo.submit')}
        </button>
        <button className="button" type="submit" name="answer" value="cancel">
          {t('account:demo.cancel')}
        </button>
      </form>
    </>
  );
}
