/**
 * The choice in a listing's filters (specification 4, "Filter model"). Values of a key are alternatives; only one
 * delivery country is possible. Every operation returns a new state.
 */
export interface FilterState {
  readonly chosen: ReadonlyMap<string, readonly string[]>;
  /** The next initialisation reads the active attributes although there is a choice. */
  readonly mustReload: boolean;
}
/** The fields of a filter from which a choice can be read. */
export interface ServerFilter {
  key: string;
  attributes: readonly { value: string; isActive: boolean }[];
}

const deliveryCountry = 'delivery_country';
export const nothingChosen: FilterState = { chosen: new Map(), mustReload: false };

function changed(state: FilterState, key: string, values: readonly string[]): FilterState {
  const chosen = new Map(state.chosen);
  if (values.length > 0) chosen.set(key, values);
  else chosen.delete(key);
  return { ...state, chosen };
}

export const isChosen = ({ chosen }: FilterState, key: string, value: string): boolean =>
  chosen.get(key)?.includes(value) ?? false;

/** Adds a value; a delivery country replaces the former one. */
export function select(state: FilterState, key: string, value: string): FilterState {
  if (key === deliveryCountry) return set(state, key, [value]);
  return isChosen(state, key, value) ? state : changed(state, key, [...(state.chosen.get(key) ?? []), value]);
}

export function deselect(state: FilterState, key: string, value: string): FilterState {
  return changed(
    state,
    key,
    (state.chosen.get(key) ?? []).filter((each) => each !== value),
  );
}

/** Replaces all values of a key; of several delivery countries the last one counts. */
export function set(state: FilterState, key: string, values: readonly string[]): FilterState {
  return changed(state, key, key === deliveryCountry ? values.slice(-1) : [...new Set(values)]);
}

export const unset = (state: FilterState, key: string): FilterState => changed(state, key, []);

/** Removes all choices except the delivery country. The next initialisation reads the active attributes. */
export function reset({ chosen }: FilterState): FilterState {
  return { chosen: new Map([...chosen].filter(([key]) => key === deliveryCountry)), mustReload: true };
}

/** Reads the choice from the active attributes of a response, if there is no choice or a reload is forced. */
export function initialise(state: FilterState, filters: readonly ServerFilter[]): FilterState {
  if (state.chosen.size > 0 && !state.mustReload) return state;
  let read = nothingChosen;
  for (const { key, attributes } of filters) {
    const active = attributes.filter(({ isActive }) => isActive).map(({ value }) => value);
    // The visitor does not choose the leaf category (specification 3).
    if (key !== 'cleaf') read = set(read, key, active);
  }
  return read;
}
