import { useEffect, useRef, useState } from 'react';
import { fill } from '../fill.js';
import { island, useIslandAnchor } from '../island.js';
import { fetchFilters } from './listing-filter.fetch.js';
import { FilterFields } from './listing-filter.fields.js';
import { readFilters } from './listing-filter.from-html.js';
import {
  deselect,
  type FilterState,
  initialise,
  nothingChosen,
  reset,
  select,
  set,
  unset,
} from './listing-filter.model.js';
import { type ListingFilterProps, recounted } from './listing-filter.props.js';
import { holdSheet, leaveSheet } from './listing-filter.sheet.js';
import './listing-filter.css';
import './listing-filter.deferred.css';

/** Milliseconds between the last change and the request for its counts. */
const restMs = 100;

const startOf = ({ filters }: ListingFilterProps): FilterState =>
  initialise(
    nothingChosen,
    filters.map(({ key, values }) => ({
      key,
      attributes: values.map(([value, , , active]) => ({ value, isActive: active === 1 })),
    })),
  );

/**
 * The filters of a listing: a form to the listing's own path (D45), which small screens show as a sheet. After
 * hydration each change updates the counts of the list and of every value.
 */
function ListingFilterView(props: ListingFilterProps) {
  const { action, kept, locale, texts } = props;
  const id = useIslandAnchor('filter');
  const formId = useIslandAnchor('fl');
  const form = useRef<HTMLFormElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const pending = useRef<AbortController>(null);
  const [isHydrated, setHydrated] = useState(false);
  const [state, setState] = useState(() => startOf(props));
  // Until the next rendering, all effects see the same old state.
  const latest = useRef(state);
  latest.current = state;
  const [shown, setShown] = useState(props.filters);
  const [outcome, setOutcome] = useState<number | 'failed' | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when somebody has come to use it.
  useEffect(() => {
    setHydrated(true);
    // Choices from before hydration. The ranges have reported theirs already.
    for (const { name, type, value, checked, defaultChecked } of form.current?.querySelectorAll('input') ?? [])
      if (checked !== defaultChecked && (checked || type !== 'radio'))
        onValue(name.slice('filter.'.length), type === 'radio')(value, checked);
    // The widget lives as long as its page.
    addEventListener('pageshow', startAgain);
    return sheet.current ? holdSheet(sheet.current) : undefined;
  }, []);

  /** A list that Back brings from the browser's memory shows what it lists, not what was ticked on leaving it. */
  function startAgain({ persisted }: PageTransitionEvent): void {
    if (!persisted) return;
    pending.current?.abort();
    setState(startOf(props));
    setShown(props.filters);
    setOutcome(null);
  }

  function change(next: FilterState): void {
    latest.current = next;
    setState(next);
    // A repeated failure is announced again.
    setOutcome((before) => (before === 'failed' ? null : before));
    pending.current?.abort();
    const own = new AbortController();
    pending.current = own;
    setTimeout(async () => {
      if (own.signal.aborted) return;
      try {
        const { count, filters } = await fetchFilters(props, next, own.signal);
        if (own.signal.aborted) return;
        setShown((before) => recounted(before, filters));
        setOutcome(count);
      } catch {
        if (!own.signal.aborted) setOutcome('failed');
      }
    }, restMs);
  }

  /** The retry button disappears with the error; the count is shown on the apply button. */
  function reload(): void {
    form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
    change(state);
  }

  // Not `HiddenFields`: a module that two islands share becomes a file of its own, which both must load.
  const hidden = Object.entries({ locale, ...kept }).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
  const number = typeof outcome === 'number' ? new Intl.NumberFormat(locale).format(outcome) : '';
  const onValue = (key: string, isSingle: boolean) => (value: string, isOn: boolean) => {
    if (isSingle) change(value ? set(latest.current, key, [value]) : unset(latest.current, key));
    else change((isOn ? select : deselect)(latest.current, key, value));
  };
  return (
    <div className="filter" id={id} tabIndex={-1} ref={sheet}>
      <div className="filter-head">
        <h2 id={`${id}-title`}>{texts.title}</h2>
        <a className="button quiet" href="#liste" data-close="">
          {texts.close}
        </a>
      </div>
      <form id={formId} method="post" action={action} ref={form} autoComplete="off" onSubmit={() => leaveSheet(id)}>
        {hidden}
        {shown.map((filter) => (
          <FilterFields
            key={filter.key}
            {...{ filter, state, locale, texts, isHydrated }}
            onValue={onValue(filter.key, filter.isSingle)}
            onRange={(value) => change(set(latest.current, filter.key, value === null ? [] : [value]))}
          />
        ))}
        <div className="filter-apply">
          <button type="submit" className="button filled">
            {number === '' ? texts.apply : fill(texts.show, { number })}
          </button>
          <p className="small" role="status">
            {outcome === 'failed' ? texts.failed : number === '' ? '' : fill(texts.found, { number })}
          </p>
          {outcome === 'failed' && (
            <button type="button" className="button quiet" onClick={reload}>
              {texts.retry}
            </button>
          )}
        </div>
      </form>
      {state.chosen.size > 0 && (
        <form className="filter-reset" method="post" action={action} onSubmit={() => setState(reset(state))}>
          {hidden}
          {(state.chosen.get('delivery_country') ?? []).map((value) => (
            <input key={value} type="hidden" name="filter.delivery_country" value={value} />
          ))}
          <button type="submit" className="button quiet">
            {texts.reset}
          </button>
        </form>
      )}
    </div>
  );
}

export const ListingFilter = island(
  { name: 'listing-filter', when: 'idle', fromHtml: { filters: readFilters } },
  ListingFilterView,
);
