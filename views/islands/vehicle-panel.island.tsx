import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Manufacturer } from '../../server/api/contract.js';
import { checkedFetch } from '../checked-fetch.js';
import { fill } from '../fill.js';
import { forgetVehicle, type GarageVehicle, isRemembered, readGarage } from '../garage.js';
import { island } from '../island.js';
import { topManufacturers } from '../popular-groups.js';
import type { Translate } from '../words.js';
import { closedPanel, setCatalogueActive, setPanelActive, vehicleChanged } from './vehicle-panel.model.js';
import { SavedVehicles } from './vehicle-panel.saved.js';
import { fillNewPicker, tellForgotten } from './vehicle-picked.js';
import { VehiclePicker } from './vehicle-picker.island.js';
import { readList } from './vehicle-picker.lookup.js';
import { hitHref, pickerTexts, type VehiclePickerProps } from './vehicle-picker.props.js';
import './vehicle-panel.css';

const textKeys = [
  'choose',
  'change',
  'garage',
  'forget',
  'forgetOf',
  'catalogue',
  'list',
  'loading',
  'failed',
  'retry',
  'forgotten',
] as const;
const savedTextKeys = ['title', 'loading', 'failed', 'retry', 'hint', 'login', 'all'] as const;

export interface VehiclePanelProps {
  /** Address of the page of all vehicles, which knows the way on from a choice (D43). */
  action: string;
  locale: string;
  topManufacturers: string[];
  texts: Record<(typeof textKeys)[number], string>;
  picker: VehiclePickerProps['texts'];
  /** Words for saved vehicles; null where nobody can save one. */
  saved: Record<(typeof savedTextKeys)[number], string> | null;
}

interface PanelEdition {
  locale: string;
  topManufacturers: readonly string[];
  hasLogin: boolean;
}

/** What the panel says the same on every page of an edition. */
export function vehiclePanelWords(edition: PanelEdition, t: Translate): Omit<VehiclePanelProps, 'action' | 'locale'> {
  const texts = Object.fromEntries(textKeys.map((key) => [key, t(`islands:panel.${key}`, { vehicle: '{{vehicle}}' })]));
  const saved = Object.fromEntries(savedTextKeys.map((key) => [key, t(`islands:saved.${key}`)]));
  return {
    topManufacturers: [...edition.topManufacturers],
    texts: texts as VehiclePanelProps['texts'],
    picker: pickerTexts(t),
    saved: edition.hasLogin ? (saved as VehiclePanelProps['saved']) : null,
  };
}

/** The props of the panel, with the words of the edition. */
export const vehiclePanelProps = (action: string, edition: PanelEdition, t: Translate): VehiclePanelProps => ({
  action,
  locale: edition.locale,
  ...vehiclePanelWords(edition, t),
});

/** The category or the article that a choice leads back to (D10): the page's own picker carries it, or the link to it. */
function pageContext(): Record<string, string> {
  const place = document.querySelector<HTMLElement>('main [data-context]');
  if (place) return Object.fromEntries(new URLSearchParams(place.dataset.context));
  const fields = document.querySelectorAll<HTMLInputElement>('main form.vp input[type=hidden]');
  return Object.fromEntries([...fields].map(({ name, value }) => [name, value]));
}

type Manufacturers = VehiclePickerProps['manufacturers'];

/** The vehicle catalogue: three selects whose manufacturers are fetched when it is opened. */
function Catalogue(props: VehiclePanelProps): ReactNode {
  const { locale, texts } = props;
  const [manufacturers, setManufacturers] = useState<Manufacturers | 'failed' | null>(null);
  const load = (): void => {
    setManufacturers(null);
    readList<Manufacturer>('/api/vehicle/manufacturers', locale, { get: checkedFetch })
      .then((all) => {
        const popular = topManufacturers(props, all).map(({ id }) => id);
        setManufacturers({ popular, all: all.map(({ id, name }) => [id, name]) });
      })
      .catch(() => setManufacturers('failed'));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once, when the catalogue opens.
  useEffect(load, []);
  const isThere = manufacturers !== null && manufacturers !== 'failed';
  useEffect(() => {
    if (isThere) fillNewPicker();
  }, [isThere]);
  if (manufacturers === null) return <p role="status">{texts.loading}</p>;
  if (manufacturers === 'failed')
    return (
      <>
        <p className="er" role="alert">
          {texts.failed}
        </p>
        <button type="button" className="b quiet" onClick={load}>
          {texts.retry}
        </button>
      </>
    );
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
    answered: null,
  };
  return <VehiclePicker {...picker} />;
}

/** Stands behind a title block that the loader has filled in; that of a page about a vehicle is the page's own. */
const filledIn = ':scope > dl + template';

/**
 * The vehicle panel of the header (specification 4): the last few vehicles of this device, to pick or to forget, and
 * the vehicle catalogue. Without script it folds out a link to the page of all vehicles.
 */
function VehiclePanelView(props: VehiclePanelProps): ReactNode {
  const { action, locale, texts, saved, picker } = props;
  const details = useRef<HTMLDetailsElement>(null);
  const [state, setState] = useState(closedPanel);
  const [garage, setGarage] = useState<GarageVehicle[]>([]);
  const [said, setSaid] = useState('');
  const { vehicleActive, vehicleCatalogActive } = state;

  useEffect(() => {
    setState((now) => setPanelActive(now, details.current?.open ?? false));
    setGarage(readGarage());
    // Another tab has chosen or forgotten a vehicle.
    const follow = ({ key }: StorageEvent): void => {
      if (key !== 'vehicle' && key !== 'garage') return;
      setGarage(readGarage());
      if (!isRemembered()) details.current?.closest('.veh')?.querySelector(filledIn)?.previousElementSibling?.remove();
      setState(vehicleChanged);
    };
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
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
  function forget({ modelId, name }: GarageVehicle): void {
    const manufacturerId = forgetVehicle(modelId);
    if (manufacturerId !== null) tellForgotten(manufacturerId);
    // Browsers tell only the other tabs.
    dispatchEvent(new StorageEvent('storage', { key: 'vehicle' }));
    setSaid(fill(texts.forgotten, { vehicle: name }));
    details.current?.querySelector('summary')?.focus();
  }
  const hidden = vehicleActive ? pageContext() : {};

  return (
    <details
      ref={details}
      className="vpn"
      onToggle={(event) => {
        if (event.target === details.current) setState(setPanelActive(state, details.current.open));
      }}
      onKeyDown={closeOnEscape}
    >
      <summary>
        <span className="c1">{texts.choose}</span>
        <span className="c2">{texts.change}</span>
      </summary>
      <div className="vpn-c">
        {garage.length > 0 && (
          <>
            <h2>{texts.garage}</h2>
            <ul>
              {garage.map((vehicle) => (
                <li key={vehicle.modelId}>
                  <a href={hitHref({ action, hidden }, { ...vehicle, kbaTypeId: null })} rel="nofollow">
                    <b>{vehicle.name}</b>
                    <span>{[vehicle.power, vehicle.years].filter(Boolean).join(', ')}</span>
                  </a>
                  <button
                    type="button"
                    className="b quiet"
                    aria-label={fill(texts.forgetOf, { vehicle: vehicle.name })}
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
            className="b"
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
        <span className="vh" role="status">
          {said}
        </span>
      </div>
    </details>
  );
}

export const VehiclePanel = island({ name: 'vehicle-panel', when: 'intent' }, VehiclePanelView);
