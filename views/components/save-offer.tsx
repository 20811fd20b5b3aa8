import { usePage } from '../context.js';
import { SaveVehicle } from '../islands/save-vehicle.island.js';
import './save-offer.css';

/**
 * Suggests saving the chosen model, in editions with accounts (specification 4). The page is the same for everybody:
 * the loader marks vehicles that the visitor has already saved (D27).
 */
export function SaveOffer({ modelId }: { modelId: string }) {
  const { edition, t, url } = usePage();
  if (!edition.hasLogin) return null;
  const action = url('saveVehicle', { modelId });
  const list = url('savedVehicles', {});
  const texts = {
    submit: t('account:save.submit'),
    saved: t('account:save.saved'),
    list: t('account:save.list'),
    hint: t('account:save.hint'),
    login: t('account:save.login'),
    failed: t('account:save.failed'),
  };
  return (
    <div className="save-offer" data-save={modelId}>
      <div className="save-offer-ask">
        <SaveVehicle
          modelId={modelId}
          locale={edition.locale}
          action={action}
          loginUrl={url('login', { redirectUrl: action })}
          listUrl={list}
          texts={texts}
        />
      </div>
      <p className="save-offer-saved">
        {texts.saved} <a href={list}>{texts.list}</a>
      </p>
    </div>
  );
}
