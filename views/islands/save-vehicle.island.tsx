import { type FormEvent, useEffect, useRef, useState } from 'react';
import { checkedFetch } from '../checked-fetch.js';
import { island } from '../island.js';
import { withTimeout } from '../with-timeout.js';
import './save-vehicle.css';

export interface SaveVehicleProps {
  modelId: string;
  locale: string;
  action: string;
  loginUrl: string;
  listUrl: string;
  texts: Record<'submit' | 'saved' | 'list' | 'hint' | 'login' | 'failed', string>;
}

const address = (locale: string): string => `/api/user/vehicles?locale=${locale}`;

/** Returns the ids of the saved models; empty if the list fails to load (specification 7). */
async function savedModels(locale: string): Promise<string[]> {
  try {
    return await withTimeout(async (signal) => {
      const response = await checkedFetch(address(locale), { signal });
      if (!response.ok) return [];
      const vehicles: { model: { id: string } }[] = await response.json();
      return vehicles.map(({ model }) => model.id);
    });
  } catch {
    return [];
  }
}

/** Result of saving. Only visitors without a login are asked to log in; other refusals have a text (RFC 9457). */
type Outcome = 'saved' | 'login' | 'failed' | { refusal: string };

async function save(modelId: string, locale: string): Promise<Outcome> {
  try {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ modelId });
    return await withTimeout(async (signal) => {
      const response = await checkedFetch(address(locale), { method: 'POST', headers, body, signal });
      if (response.status === 401) return 'login';
      const result = await response.json();
      if (result.success === true) return 'saved';
      return response.status < 500 && result.title ? { refusal: result.title } : 'failed';
    });
  } catch {
    return 'failed';
  }
}

/** A non-empty list makes the user active (specification 7), as the cookie of the response says. */
const markActive = (): void => {
  document.documentElement.dataset.account = 'active';
};

/** Saves the page's vehicle, or asks to log in, or reports a failure (specification 4). A form without script. */
function SaveVehicleView({ modelId, locale, action, loginUrl, listUrl, texts }: SaveVehicleProps) {
  const [state, setState] = useState<Outcome | 'offered' | 'busy'>('offered');
  const outcome = useRef<HTMLAnchorElement>(null);
  const isPressed = useRef(false);

  // A logged-in visitor may have saved it on another device.
  useEffect(() => {
    if (!document.documentElement.dataset.account) return;
    void savedModels(locale).then((saved) => {
      if (saved.length > 0) markActive();
      if (saved.includes(modelId)) setState((now) => (now === 'offered' ? 'saved' : now));
    });
  }, [locale, modelId]);

  // The pressed button may have disappeared, so the focus moves to the result.
  useEffect(() => {
    if (isPressed.current && (state === 'saved' || state === 'login')) outcome.current?.focus();
  }, [state]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (state === 'busy') return;
    isPressed.current = true;
    setState('busy');
    const came = await save(modelId, locale);
    if (came === 'saved') markActive();
    setState(came);
  }

  return (
    <form className="save-vehicle" action={action} method="post" onSubmit={(event) => void submit(event)}>
      <input type="hidden" name="locale" value={locale} />
      {state !== 'saved' && (
        <button className="button" type="submit" aria-busy={state === 'busy' || undefined}>
          {texts.submit}
        </button>
      )}
      <span role="status">
        {state === 'saved' && texts.saved}
        {state === 'login' && texts.hint}
        {state === 'failed' && texts.failed}
        {typeof state === 'object' && state.refusal}
      </span>
      {state === 'saved' && (
        <a ref={outcome} href={listUrl}>
          {texts.list}
        </a>
      )}
      {state === 'login' && (
        <a ref={outcome} className="button filled" href={loginUrl}>
          {texts.login}
        </a>
      )}
    </form>
  );
}

export const SaveVehicle = island({ name: 'save-vehicle', when: 'intent' }, SaveVehicleView);
