import { type ComponentType, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Manufacturer } from '../../server/contract/vehicles.js';
import { checkedFetch } from '../checked-fetch.js';
import { fill } from '../fill.js';
import { island } from '../island.js';
import { announceVehicle, type KeptVehicle } from '../kept-vehicle.js';
import { topManufacturers } from '../popular-groups.js';
import { forgetVehicle, readRecentVehicles } from '../recent-vehicles.js';
import { readList } from './vehicle-list.js';
import { closedPanel, setCatalogueActive, setPanelActive, vehicleChanged } from './vehicle-panel.model.js';
import type { VehiclePanelProps } from './vehicle-panel.props.js';
import { SavedVehicles } from './vehicle-panel.saved.js';
import { announceForgotten, fillNewPicker } from './vehicle-picked.js';
import { hitHref, powerText, type VehiclePickerProps, years } from './vehicle-picker.props.js';
import './vehicle-panel.css';
import { Failed } from './vehicle-panel.failed.js';

/** Returns the category or article to which a choice returns (D10), from the page's picker or its link. */
function pageContext(): Record<string, string> {
  const element = document.querySelector<HTMLElement>('main [data-context]');
  if (element) return Object.fromEntries(new URLSearchParams(element.dataset.context));
  const fields = document.querySelectorAll<HTMLInputElement>('main form.vehicle-selects input[type=hidden]');
  return Object.fromEntries([...fields].map(({ name, value }) => [name, value]));
}

interface Opened {
  Picker: ComponentType<VehiclePickerProps>;
  manufacturers: VehiclePickerProps['manufacturers'];
}

/** The vehicle catalogue: three selects, which load with their manufacturers when the visitor opens it. */
function Catalogue(props: VehiclePanelProps) {
  const { locale, texts } = props;
  const [opened, setOpened] = useState<Opened | 'failed' | null>(null);
  const load = (): void => {
    setOpened(null);
    Promise.all([
      import('./vehicle-picker.island.js'),
      readList<Manufacturer>('/api/vehicle/manufacturers', locale, { get: checkedFetch }),
    ])
      .then(([{ VehiclePicker }, all]) => {
        const popular = topManufacturers(props, all).map(({ id }) => id);
        setOpened({ Picker: VehiclePicker, manufacturers: { popular, all: all.map(({ id, name }) => [id, name]) } });
      })
      .catch(() => setOpened('failed'));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once, when the catalogue opens.
  useEffect(load, []);
  const isThere = opened !== null && opened !== 'failed';
  useEffect(() => {
    if (isThere) fillNewPicker();
  }, [isThere]);
  if (opened === null) return <p role="status">{texts.loading}</p>;
  if (opened === 'failed') return <Failed texts={texts} onRetry={load} />;
  const { Picker, manufacturers } = opened;
  const picker: VehiclePickerProps = {
    action: props.action,
    locale,
    hidden: pageContext(),
    manufacturers,
    series: null,
    models: null,
    chosen: { manufacturerId: null, seriesId: null, modelId: null },
    texts: props.picker,
    keys: null,
    plate: null,
    paper: null,
    lookupResult: null,
  };
  return <Picker {...picker} />;
}

const nameOf = ({ make, series, engine }: Pick<KeptVehicle, 'make' | 'series' | 'engine'>): string =>
  `${make} ${series} ${engine}`;
const detailsOf = ({ kw, ps, from, to }: KeptVehicle, units: VehiclePanelProps['picker']): string =>
  [powerText({ kw, ps }, units), years({ productionYearStart: from, productionYearEnd: to }, units)]
    .filter(Boolean)
    .join(', ');

/** The header's vehicle panel with recent vehicles and the catalogue (specification 4). A link without script. */
function VehiclePanelView(props: VehiclePanelProps) {
  const { action, locale, texts, saved, picker } = props;
  const details = useRef<HTMLDetailsElement>(null);
  const [state, setState] = useState(closedPanel);
  const [recent, setRecent] = useState<KeptVehicle[]>([]);
  const [message, setMessage] = useState('');
  const { vehicleActive, vehicleCatalogActive } = state;

  useEffect(() => {
    setState((now) => setPanelActive(now, details.current?.open ?? false));
    setRecent(readRecentVehicles());
    // Another tab has changed the kept vehicle.
    const follow = ({ key }: StorageEvent): void => {
      if (key !== 'vehicle' && key !== 'garage') return;
      setRecent(readRecentVehicles());
      setState(vehicleChanged);
    };
    // A page from the back/forward cache opens with a closed panel, like a new page.
    const fold = ({ persisted }: PageTransitionEvent): void => {
      if (persisted && details.current) details.current.open = false;
    };
    addEventListener('storage', follow);
    addEventListener('pageshow', fold);
    return () => {
      removeEventListener('storage', follow);
      removeEventListener('pageshow', fold);
    };
  }, []);

  function setActive(next: typeof state): void {
    setState(next);
    if (next.vehicleActive || !details.current?.open) return;
    details.current.open = false;
    details.current.querySelector('summary')?.focus();
  }
  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key === 'Escape' && vehicleActive) setActive(setPanelActive(state, false));
  }
  function forget({ modelId, ...vehicle }: KeptVehicle): void {
    const manufacturerId = forgetVehicle(modelId);
    if (manufacturerId !== null) announceForgotten(manufacturerId);
    announceVehicle();
    setMessage(fill(texts.forgotten, { vehicle: nameOf(vehicle) }));
    details.current?.querySelector('summary')?.focus();
  }
  const hidden = vehicleActive ? pageContext() : {};

  return (
    <details
      ref={details}
      className="vehicle-panel"
      onToggle={(event) => {
        if (event.target === details.current) setState(setPanelActive(state, details.current.open));
      }}
      onKeyDown={closeOnEscape}
    >
      <summary>
        <span className="panel-choose">{texts.choose}</span>
        <span className="panel-change">{texts.change}</span>
      </summary>
      <div className="vehicle-panel-content">
        {recent.length > 0 && (
          <>
            <h2>{texts.garage}</h2>
            <ul>
              {recent.map((vehicle) => (
                <li key={vehicle.modelId}>
                  <a href={hitHref({ action, hidden }, { ...vehicle, kbaTypeId: null })} rel="nofollow">
                    <b>{nameOf(vehicle)}</b>
                    <span>{detailsOf(vehicle, picker)}</span>
                  </a>
                  <button
                    type="button"
                    className="button quiet"
                    aria-label={fill(texts.forgetOf, { vehicle: nameOf(vehicle) })}
                    onClick={() => forget(vehicle)}
                  >
                    {texts.forget}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
        {vehicleActive && saved && <SavedVehicles {...{ action, hidden, locale, units: picker, texts: saved }} />}
        {vehicleActive && (
          <button
            type="button"
            className="button"
            aria-expanded={vehicleCatalogActive}
            onClick={() => setActive(setCatalogueActive(!vehicleCatalogActive))}
          >
            {texts.catalogue}
          </button>
        )}
        {vehicleCatalogActive && <Catalogue {...props} />}
        <p>
          <a href={action}>{texts.list}</a>
        </p>
        <span className="visually-hidden" role="status">
          {message}
        </span>
      </div>
    </details>
  );
}

export const VehiclePanel = island({ name: 'vehicle-panel', when: 'intent' }, VehiclePanelView);
