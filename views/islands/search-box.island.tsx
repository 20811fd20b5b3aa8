import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { fill } from '../fill.js';
import { Icon } from '../icons.js';
import { island, useIslandId } from '../island.js';
import { keptVehicle } from '../kept-vehicle.js';
import { SearchBox as Model, startState } from './search-box.model.js';
import type { SearchBoxProps, SearchContext } from './search-box.props.js';
import { readSuggestions, type SuggestionGroup } from './search-box.response.js';
import './search-box.css';

function remembered(): SearchContext | null {
  const vehicle = keptVehicle();
  return vehicle && ['modelId', vehicle.modelId];
}

const callField: Readonly<Record<SearchContext[0], string>> = {
  modelId: 'vehicleModelId',
  vehicleSeriesGroupId: 'vehicleSeriesGroupId',
  vehicleManufacturerId: 'vehicleManufacturerId',
};
async function fetchSuggestions(
  query: string,
  locale: string,
  vehicle: SearchContext | null,
  signal: AbortSignal,
): Promise<SuggestionGroup[]> {
  const search = new URLSearchParams({ query, locale });
  if (vehicle) search.set(callField[vehicle[0]], vehicle[1]);
  const response = await fetch(`/api/search/suggestions?${search}`, {
    headers: { accept: 'application/json' },
    signal,
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return readSuggestions(await response.json());
}

interface ListProps {
  id: string;
  groups: readonly SuggestionGroup[];
  focused: number | null;
  texts: SearchBoxProps['texts'];
  onLeave: () => void;
}
/** Groups of links. Pointers use them like any link, keys through the field. */
function List({ id, groups, focused, texts, onLeave }: ListProps) {
  let index = 0;
  const isWide = groups.length > 1 && groups.some(({ name }) => name === 'products');
  return (
    // A press on the list keeps the focus in the field, so that a slow one does not hide the list.
    <div
      className={isWide ? 'suggestions suggestions-wide' : 'suggestions'}
      role="listbox"
      id={id}
      aria-label={texts.list}
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups.map(({ name, vehicle, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a part of a list box.
        <div
          key={name}
          className={name === 'products' ? 'suggested-parts' : undefined}
          role="group"
          aria-labelledby={`${id}-${name}`}
        >
          <p id={`${id}-${name}`} role="presentation">
            {fill(texts[name], { vehicle: vehicle ?? '' })}
          </p>
          {entries.map(({ label, detail, href, image }) => {
            const own = index++;
            return (
              <a
                key={href}
                id={`${id}-${own}`}
                role="option"
                aria-selected={own === focused}
                tabIndex={-1}
                href={href}
                onClick={(event) => !event.ctrlKey && !event.metaKey && !event.shiftKey && onLeave()}
              >
                {image && <img src={image} width={48} height={36} alt="" />}
                <span>
                  {label}
                  {detail && <span className="number soft"> {detail}</span>}
                </span>
              </a>
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** The header's search: a form (D8) with suggestions during typing (WAI-ARIA combobox, specification 4). */
function SearchBoxView({ action, locale, vehicle: pageVehicle, term, texts }: SearchBoxProps) {
  const id = useIslandId();
  const input = useRef<HTMLInputElement>(null);
  const [vehicle, setVehicle] = useState(pageVehicle);
  const [box] = useState(
    () => new Model((term, signal) => fetchSuggestions(term, locale, pageVehicle ?? remembered(), signal)),
  );
  const { groups, isBusy, isShown, focused } = useSyncExternalStore(box.subscribe, box.state, () => startState);
  const isOpen = isShown && groups !== null && groups.length > 0;
  const active = isOpen && focused !== null ? `${id}-${focused}` : undefined;

  // Before hydration the visitor may have focused the field and typed.
  useEffect(() => {
    const update = (): void => setVehicle(pageVehicle ?? remembered());
    update();
    // Another tab, or the panel of the header, has changed the kept vehicle.
    addEventListener('storage', update);
    if (document.activeElement === input.current) box.focus(input.current?.value ?? '');
    return () => {
      removeEventListener('storage', update);
      box.leave();
    };
  }, [box, pageVehicle]);
  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  function onKey(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowDown') box.move(1);
    else if (event.key === 'ArrowUp') box.move(-1);
    else if (event.key === 'Enter' && active) document.getElementById(active)?.click();
    else if (event.key !== 'Escape' || !box.close()) return;
    event.preventDefault();
  }
  const count = groups?.reduce((sum, { entries }) => sum + entries.length, 0) ?? 0;
  const status = count > 0 ? fill(texts.count, { number: count }) : texts.none;
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of the floor (D70) do not know <search>.
    <form
      className="search-box"
      action={action}
      role="search"
      onSubmit={(event) => {
        if (input.current?.value.trim()) box.leave();
        else event.preventDefault();
      }}
    >
      {vehicle && <input type="hidden" name={vehicle[0]} value={vehicle[1]} />}
      <input
        ref={input}
        name="query"
        type="text"
        inputMode="search"
        enterKeyHint="search"
        required
        defaultValue={term}
        placeholder={texts.placeholder}
        aria-label={texts.label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={active}
        onChange={(event) => box.type(event.target.value)}
        onFocus={(event) => box.focus(event.target.value)}
        onBlur={() => box.blur()}
        onKeyDown={onKey}
      />
      <span className="search-busy" hidden={!isBusy} />
      <button type="submit" className="button filled" aria-label={texts.submit}>
        <Icon name="find" />
      </button>
      {isOpen && <List id={id} groups={groups} focused={focused} texts={texts} onLeave={() => box.leave()} />}
      <span className="visually-hidden" role="status">
        {isShown && groups !== null && !isBusy ? status : ''}
      </span>
    </form>
  );
}

export const SearchBox = island({ name: 'search-box', when: 'idle' }, SearchBoxView);
