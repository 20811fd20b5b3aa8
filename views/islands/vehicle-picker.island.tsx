import { type ReactNode, useEffect, useRef, useState } from 'react';
import { fill } from '../fill.js';
import { island } from '../island.js';
import { loading } from '../loading.js';
import type { PickerModel } from '../models.js';
import { groupByPopularity } from '../popular-groups.js';
import type { Translate } from '../words.js';
import './vehicle-picker.css';

/** Value and words of one option. */
type Option = [value: string, label: string];
interface Options {
  popular: Option[];
  all: Option[];
}
type Field = 'manufacturerId' | 'seriesId' | 'modelId';

const textKeys = [
  'manufacturer',
  'series',
  'model',
  'chooseManufacturer',
  'chooseSeries',
  'chooseModel',
  'manufacturerFirst',
  'seriesFirst',
  'popular',
  'all',
  'submit',
  'loading',
  'loaded',
  'since',
  'until',
  'power',
] as const;
type Texts = Record<(typeof textKeys)[number], string>;

export interface VehiclePickerProps {
  action: string;
  locale: string;
  hidden: Readonly<Partial<Record<string, string>>>;
  manufacturers: { popular: string[]; all: Option[] };
  series: Options | null;
  models: Options | null;
  chosen: Record<Field, string | null>;
  texts: Texts;
}

interface Years {
  productionYearStart: number | null;
  productionYearEnd: number | null;
}
interface SeriesEntry extends Years {
  id: string;
  name: string;
  popularity: number;
}
interface ModelEntry extends SeriesEntry {
  kw: number;
  ps: number;
  ccm: number;
}

function years({ productionYearStart: start, productionYearEnd: end }: Years, texts: Texts): string {
  if (start === null) return end === null ? '' : fill(texts.until, { year: end });
  return end === null ? fill(texts.since, { year: start }) : `${start}–${end}`;
}
const join = (...parts: string[]): string => parts.filter(Boolean).join(', ');
const seriesOption =
  (texts: Texts) =>
  (entry: SeriesEntry): Option => [entry.id, join(entry.name, years(entry, texts))];
const modelOption =
  (texts: Texts) =>
  (entry: ModelEntry): Option => [
    entry.id,
    join(
      entry.name,
      fill(texts.power, { kw: entry.kw, ps: entry.ps }),
      entry.ccm ? `${entry.ccm} cm³` : '',
      years(entry, texts),
    ),
  ];

/** The props of the picker from the page's model, with the words of the edition. */
export function vehiclePickerProps(model: PickerModel, locale: string, t: Translate): VehiclePickerProps {
  const places = { year: '{{year}}', kw: '{{kw}}', ps: '{{ps}}' };
  const texts = Object.fromEntries(textKeys.map((key) => [key, t(`islands:picker.${key}`, places)])) as Texts;
  const options = <T,>(groups: { popular: T[]; all: T[] } | null, option: (entry: T) => Option): Options | null =>
    groups && { popular: groups.popular.map(option), all: groups.all.map(option) };
  return {
    action: model.action,
    locale,
    hidden: model.hidden,
    manufacturers: {
      popular: model.manufacturers.popular.map(({ id }) => id),
      all: model.manufacturers.all.map(({ id, name }) => [id, name]),
    },
    series: options(model.series, seriesOption(texts)),
    models: options(model.models, modelOption(texts)),
    chosen: model.chosen,
    texts,
  };
}

function Groups({ options, texts }: { options: Options; texts: Texts }): ReactNode {
  const list = (entries: Option[]): ReactNode =>
    entries.map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ));
  if (options.popular.length === 0) return list(options.all);
  return (
    <>
      <optgroup label={texts.popular}>{list(options.popular)}</optgroup>
      <optgroup label={texts.all}>{list(options.all)}</optgroup>
    </>
  );
}

interface Stored {
  manufacturerId: string;
  seriesId: string;
}
/** The vehicle remembered on this device, if any; storage may be closed. */
function stored(): Stored | null {
  try {
    return JSON.parse(localStorage.getItem('vehicle') ?? 'null');
  } catch {
    return null;
  }
}

async function load<T extends SeriesEntry>(
  path: string,
  locale: string,
  option: (entry: T) => Option,
): Promise<Options> {
  const answer = await loading(
    fetch(`/api/vehicle/${path}?locale=${locale}`, { headers: { accept: 'application/json' } }),
  );
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const { popular, all } = groupByPopularity<T>(await answer.json(), locale);
  return { popular: popular.map(option), all: all.map(option) };
}

/**
 * Manufacturer, series, model (specification 2, "Vehicle selection block"). As plain HTML it is one GET form that
 * leads a step further with each submit (D43); hydrated it loads the next list itself and submits with the model.
 */
function VehiclePickerView(props: VehiclePickerProps): ReactNode {
  const { texts, chosen, locale } = props;
  const form = useRef<HTMLFormElement>(null);
  const [series, setSeries] = useState(props.series);
  const [models, setModels] = useState(props.models);
  const [busy, setBusy] = useState<Field | null>(null);
  const [status, setStatus] = useState('');
  const latest = useRef(0);
  const wantedSeries = useRef('');

  /** Loads the list behind a choice. Where that fails, the form goes the way it goes without script. */
  async function follow(field: Field, loading: Promise<Options>, show: (options: Options) => void): Promise<void> {
    const turn = ++latest.current;
    setBusy(field);
    setStatus(texts.loading);
    try {
      const options = await loading;
      if (turn !== latest.current) return;
      show(options);
      setStatus(fill(texts.loaded, { count: options.all.length }));
    } catch {
      if (turn === latest.current) form.current?.submit();
    }
    if (turn === latest.current) setBusy(null);
  }
  const control = (field: Field): HTMLSelectElement | undefined =>
    (form.current?.elements.namedItem(field) as HTMLSelectElement | null) ?? undefined;

  async function chooseManufacturer(id: string): Promise<void> {
    setSeries(null);
    setModels(null);
    if (id)
      await follow('seriesId', load<SeriesEntry>(`manufacturers/${id}/series`, locale, seriesOption(texts)), setSeries);
  }
  async function chooseSeries(id: string): Promise<void> {
    setModels(null);
    if (id) await follow('modelId', load<ModelEntry>(`series/${id}/models`, locale, modelOption(texts)), setModels);
  }
  function chooseModel(id: string): void {
    if (id) form.current?.requestSubmit();
  }

  // A choice made before hydration, by hand or from the remembered vehicle, is already in the control.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, right after hydration.
  useEffect(() => {
    const manufacturerId = control('manufacturerId')?.value ?? '';
    if (manufacturerId !== (chosen.manufacturerId ?? '')) {
      const remembered = stored();
      if (remembered?.manufacturerId === manufacturerId) wantedSeries.current = remembered.seriesId;
      void chooseManufacturer(manufacturerId);
      return;
    }
    const seriesId = control('seriesId')?.value ?? '';
    if (seriesId && seriesId !== (chosen.seriesId ?? '')) void chooseSeries(seriesId);
    const modelId = control('modelId')?.value ?? '';
    if (modelId && modelId !== chosen.modelId) chooseModel(modelId);
  }, []);

  // The remembered series can be chosen only when its options stand in the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new options matter.
  useEffect(() => {
    const select = control('seriesId');
    if (!series || !select || !wantedSeries.current) return;
    select.value = wantedSeries.current;
    wantedSeries.current = '';
    void chooseSeries(select.value);
  }, [series]);

  const manufacturers: Options = {
    popular: props.manufacturers.all.filter(([id]) => props.manufacturers.popular.includes(id)),
    all: props.manufacturers.all,
  };
  const current = models ? 3 : series ? 2 : 1;
  const row = (
    step: number,
    field: Field,
    label: string,
    options: Options | null,
    empty: string,
    onChoose: (id: string) => unknown,
  ): ReactNode => (
    <p className={`vp-row${step === current ? ' on' : ''}`}>
      <b aria-hidden="true">{step}</b>
      <label>
        <span>{label}</span>
        <select
          name={field}
          defaultValue={chosen[field] ?? ''}
          disabled={!options}
          aria-busy={busy === field || undefined}
          data-preselect={step === 1 && !chosen[field] ? '' : undefined}
          onChange={(event) => void onChoose(event.target.value)}
        >
          <option value="">{busy === field ? texts.loading : empty}</option>
          {options && <Groups options={options} texts={texts} />}
        </select>
      </label>
    </p>
  );
  return (
    <form ref={form} className="vp" action={props.action}>
      {Object.entries(props.hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {row(1, 'manufacturerId', texts.manufacturer, manufacturers, texts.chooseManufacturer, chooseManufacturer)}
      {row(2, 'seriesId', texts.series, series, series ? texts.chooseSeries : texts.manufacturerFirst, chooseSeries)}
      {row(3, 'modelId', texts.model, models, models ? texts.chooseModel : texts.seriesFirst, chooseModel)}
      <button type="submit" className="b buy">
        {texts.submit}
      </button>
      <span className="vh" role="status">
        {status}
      </span>
    </form>
  );
}

export const VehiclePicker = island({ name: 'vehicle-picker', when: 'idle' }, VehiclePickerView);
