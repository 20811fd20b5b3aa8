import { useEffect, useState } from 'react';
import { checkedFetch } from '../checked-fetch.js';
import { readList } from './vehicle-list.js';
import { Failed } from './vehicle-panel.failed.js';
import { type FoundEntry, type Hit, hitHref, hitsOf, type VehiclePickerProps } from './vehicle-picker.props.js';

interface Props extends Pick<VehiclePickerProps, 'action' | 'hidden'> {
  locale: string;
  units: VehiclePickerProps['texts'];
  texts: Record<'title' | 'loading' | 'failed' | 'retry' | 'hint' | 'login' | 'all', string>;
}

/** Returns the address of a link in the page. Only the server knows its prefix. */
const linkTo = (name: 'login' | 'account'): string | undefined =>
  document.querySelector<HTMLAnchorElement>(`a[data-to=${name}]`)?.href;

/** Saved vehicles of a logged-in visitor. The panel fetches them when it opens, since no page contains them (D27). */
export function SavedVehicles({ action, hidden, locale, units, texts }: Props) {
  const [saved, setSaved] = useState<Hit[] | 'failed' | 'login' | null>(null);
  const [isMember, setMember] = useState(false);
  const load = (): void => {
    setSaved(null);
    let status = 0;
    const get = async (address: string, init: RequestInit): Promise<Response> => {
      const response = await checkedFetch(address, init);
      status = response.status;
      return response;
    };
    readList<Omit<FoundEntry, 'kbaId'>>('/api/user/vehicles', locale, { get })
      .then((all) => {
        const found = all.map((vehicle) => ({ ...vehicle, kbaId: null }));
        setSaved(hitsOf(found, units));
      })
      .catch(() => setSaved(status === 401 ? 'login' : 'failed'));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the panel opens.
  useEffect(() => {
    const isLoggedIn = Boolean(document.documentElement.dataset.account);
    setMember(isLoggedIn);
    if (isLoggedIn) load();
  }, []);
  if (!isMember || (Array.isArray(saved) && saved.length === 0)) return null;
  return (
    <section className="vehicle-panel-saved">
      <h2>{texts.title}</h2>
      {saved === null && <p role="status">{texts.loading}</p>}
      {saved === 'failed' && <Failed texts={texts} onRetry={load} />}
      {saved === 'login' && (
        <>
          <p role="alert">{texts.hint}</p>
          <a className="button filled" href={linkTo('login')}>
            {texts.login}
          </a>
        </>
      )}
      {Array.isArray(saved) && (
        <>
          <ul>
            {saved.map((vehicle) => (
              <li key={vehicle.modelId}>
                <a href={hitHref({ action, hidden }, vehicle)} rel="nofollow">
                  <b>{vehicle.name}</b>
                  <span>{[vehicle.power, vehicle.years].filter(Boolean).join(', ')}</span>
                </a>
              </li>
            ))}
          </ul>
          <p>
            <a href={linkTo('account')}>{texts.all}</a>
          </p>
        </>
      )}
    </section>
  );
}
