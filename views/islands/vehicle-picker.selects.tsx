import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { fill } from '../fill.js';
import { HiddenFields } from '../hidden-fields.js';
import { keptVehicle } from '../kept-vehicle.js';
import { groupByPopularity } from '../popular-groups.js';
import { selectKeys } from '../select-keys.js';
import {
  changeManufacturer,
  type PickerState,
  pickManufacturer,
  pickModel,
  pickSeries,
  type VehicleChoice,
} from './vehicle-choice.model.js';
import { readList } from './vehicle-list.js';
import { announcePicked, lastPicked, type Picked, subscribePicked } from './vehicle-picked.js';
import {
  type Field,
  type ModelEntry,
  modelOption,
  type Option,
  type Options,
  type SeriesEntry,
  seriesOption,
  type VehiclePickerProps,
} from './vehicle-picker.props.js';

interface Props {
  picker: VehiclePickerProps;
  choice: VehicleChoice;
  onChange(change: (state: PickerState) => PickerState): void;
}

const groupLabels = (texts: VehiclePickerProps['texts']): Record<Field, readonly [string, string]> => ({
  manufacturerId: [texts.popularManufacturers, texts.allManufacturers],
  seriesId: [texts.popularSeries, texts.allSeries],
  modelId: [texts.popularModels, texts.allModels],
});

function Groups({ options, labels: [popular, all] }: { options: Options; labels: readonly [string, string] }) {
  const list = (entries: Option[]): ReactNode =>
    entries.map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ));
  if (options.popular.length === 0) return list(options.all);
  return (
    <>
      <optgroup label={popular}>{list(options.popular)}</optgroup>
      <optgroup label={all}>{list(options.all)}</optgroup>
    </>
  );
}

async function load<T extends SeriesEntry>(
  path: string,
  locale: string,
  option: (entry: T) => Option,
): Promise<Options> {
  const { popular, all } = groupByPopularity<T>(await readList<T>(`/api/vehicle/${path}`, locale), locale);
  return { popular: popular.map(option), all: all.map(option) };
}

/** `selectKeys` as handlers of a select, with the `act` of the last rendering. */
function useSelectKeys(act: (value: string) => void) {
  const latest = useRef(act);
  latest.current = act;
  const keys = useRef(selectKeys(({ value }) => latest.current(value))).current;
  return {
    onKeyDown: (event: KeyboardEvent<HTMLSelectElement>): void => keys.onKeyDown(event, event.currentTarget),
    onChange: (event: ChangeEvent<HTMLSelectElement>): void => keys.onChange(event.currentTarget),
    onBlur: (event: FocusEvent<HTMLSelectElement>): void => keys.onLeave(event.currentTarget),
  };
}

/**
 * Manufacturer, series and model: a GET form that advances a step with each submit (D43). After hydration it loads the
 * next list itself, and submits with the model. The controls are uncontrolled, so that choices from before hydration
 * stay.
 */
export function Selects({ picker, choice, onChange }: Props) {
  const { texts, chosen, locale } = picker;
  const form = useRef<HTMLFormElement>(null);
  const [series, setSeries] = useState(picker.series);
  const [models, setModels] = useState(picker.models);
  const [busy, setBusy] = useState<Field | null>(null);
  const [isFailed, setFailed] = useState(false);
  const [status, setStatus] = useState('');
  const latest = useRef(0);
  const wantedSeries = useRef('');

  /** Loads the list after a choice. If that fails, the button advances as it does without script. */
  async function follow(field: Field, loading: Promise<Options>, show: (options: Options) => void): Promise<void> {
    const turn = ++latest.current;
    setBusy(field);
    setFailed(false);
    setStatus(texts.loading);
    try {
      const options = await loading;
      if (turn !== latest.current) return;
      show(options);
      setStatus(fill(texts.loaded, { count: options.all.length }));
    } catch {
      if (turn !== latest.current) return;
      setFailed(true);
      setStatus(texts.failed);
    }
    setBusy(null);
  }
  const control = (field: Field): HTMLSelectElement | undefined =>
    (form.current?.elements.namedItem(field) as HTMLSelectElement | null) ?? undefined;

  function rest(): void {
    setBusy(null);
    setFailed(false);
    setStatus('');
  }

  async function loadSeries(id: string): Promise<void> {
    // A running request belongs to the former choice.
    latest.current++;
    setSeries(null);
    setModels(null);
    rest();
    if (id)
      await follow('seriesId', load<SeriesEntry>(`manufacturers/${id}/series`, locale, seriesOption(texts)), setSeries);
  }
  async function loadModels(id: string): Promise<void> {
    latest.current++;
    setModels(null);
    rest();
    if (id) await follow('modelId', load<ModelEntry>(`series/${id}/models`, locale, modelOption(texts)), setModels);
  }
  function chooseManufacturer(id: string): void {
    onChange((state) => pickManufacturer(state, id || null));
    void loadSeries(id);
  }
  function chooseSeries(id: string): void {
    onChange((state) => pickSeries(state, id || null));
    void loadModels(id);
  }
  /** Shows a choice from another picker of the page. */
  function show({ manufacturerId, seriesId }: Picked): void {
    const manufacturer = control('manufacturerId');
    const own = control('seriesId');
    if (manufacturer && manufacturer.value !== manufacturerId) {
      manufacturer.value = manufacturerId;
      wantedSeries.current = seriesId;
      chooseManufacturer(manufacturerId);
    } else if (own?.disabled) wantedSeries.current = seriesId;
    else if (own && own.value !== seriesId) {
      own.value = seriesId;
      chooseSeries(seriesId);
    }
  }
  const announce = (): void => {
    const [manufacturerId = '', seriesId = ''] = [control('manufacturerId')?.value, control('seriesId')?.value];
    announcePicked({ manufacturerId, seriesId }, form.current);
  };
  function chooseModel(id: string): void {
    onChange((state) => pickModel(state, id || null));
    if (id) form.current?.requestSubmit();
  }
  // Choosing a model opens a page, so it needs `selectKeys`. The other selects only load a list.
  const modelKeys = useSelectKeys(chooseModel);

  // The controls may have choices from before hydration. The kept vehicle is no choice and resets nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, right after hydration.
  useEffect(() => {
    const manufacturerId = control('manufacturerId')?.value ?? '';
    if (manufacturerId !== (chosen.manufacturerId ?? '')) {
      const remembered = keptVehicle();
      const picked = lastPicked();
      if (picked?.manufacturerId === manufacturerId) wantedSeries.current = picked.seriesId;
      if (remembered?.manufacturerId === manufacturerId && !picked) {
        wantedSeries.current = remembered.seriesId;
        onChange(({ choice: now, entered }) => ({ choice: changeManufacturer(now, manufacturerId), entered }));
        void loadSeries(manufacturerId);
      } else chooseManufacturer(manufacturerId);
      return;
    }
    const seriesId = control('seriesId')?.value ?? '';
    if (seriesId && seriesId !== (chosen.seriesId ?? '')) chooseSeries(seriesId);
    const modelId = control('modelId')?.value ?? '';
    if (modelId && modelId !== chosen.modelId) chooseModel(modelId);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what it does reads the controls, not what was rendered.
  useEffect(() => subscribePicked(() => form.current, show), []);

  // The kept series can be selected only once its option exists.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new options matter.
  useEffect(() => {
    const select = control('seriesId');
    if (!series || !select || !wantedSeries.current) return;
    select.value = wantedSeries.current;
    wantedSeries.current = '';
    chooseSeries(select.value);
  }, [series]);

  const manufacturers: Options = {
    popular: picker.manufacturers.all.filter(([id]) => picker.manufacturers.popular.includes(id)),
    all: picker.manufacturers.all,
  };
  const current = models ? 3 : series ? 2 : 1;
  const row = (
    step: number,
    field: Field,
    label: string,
    options: Options | null,
    empty: string,
    onChoose: (id: string) => void,
  ): ReactNode => {
    const isDone = step < current && choice[field] !== null;
    return (
      <p className={step === current ? 'picker-step current' : isDone ? 'picker-step done' : 'picker-step'}>
        <b aria-hidden="true">
          {isDone ? (
            <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
              <path d="m4 10.5 4 4L16.5 5" />
            </svg>
          ) : (
            step
          )}
        </b>
        <label>
          <span>{label}</span>
          <select
            name={field}
            defaultValue={chosen[field] ?? ''}
            disabled={!options}
            aria-busy={busy === field || undefined}
            data-preselect={step === 1 && !chosen[field] ? '' : undefined}
            {...(step < 3
              ? {
                  onChange: (event: ChangeEvent<HTMLSelectElement>) => {
                    onChoose(event.target.value);
                    announce();
                  },
                }
              : modelKeys)}
          >
            <option value="">{busy === field ? texts.loading : empty}</option>
            {options && <Groups options={options} labels={groupLabels(texts)[field]} />}
          </select>
        </label>
      </p>
    );
  };
  return (
    <form ref={form} className="vehicle-selects" action={picker.action}>
      <HiddenFields fields={picker.hidden} />
      {row(1, 'manufacturerId', texts.manufacturer, manufacturers, texts.chooseManufacturer, chooseManufacturer)}
      {row(2, 'seriesId', texts.series, series, series ? texts.chooseSeries : texts.manufacturerFirst, chooseSeries)}
      {row(3, 'modelId', texts.model, models, models ? texts.chooseModel : texts.seriesFirst, chooseModel)}
      <p className={isFailed ? 'fault' : 'visually-hidden'} role="status">
        {status}
      </p>
      <button type="submit" className="button buy">
        {texts.submit}
      </button>
    </form>
  );
}
