import { withTimeout } from '../with-timeout.js';
import type { SuggestionGroup } from './search-box.response.js';

/** Limits of the specification (5, 9); times in milliseconds. */
export const minTermLength = 2;
export const debounceMs = 300;
export const hideDelayMs = 400;

export interface SearchBoxState {
  /** Groups of the last response; null without one for the current term. */
  groups: readonly SuggestionGroup[] | null;
  isBusy: boolean;
  /** Whether the list is open. It is visible only with groups. */
  isShown: boolean;
  /** Index of the entry with the keyboard focus, counted through all groups. */
  focused: number | null;
}
type FetchSuggestions = (term: string, signal: AbortSignal) => Promise<readonly SuggestionGroup[]>;

export const startState: SearchBoxState = { groups: null, isBusy: false, isShown: false, focused: null };

/** Behaviour of the search box over time, without its view (specification 4). A failed call only ends `isBusy`. */
export class SearchBox {
  #state = startState;
  #term = '';
  #call: AbortController | null = null;
  #pending: ReturnType<typeof setTimeout> | undefined;
  #hiding: ReturnType<typeof setTimeout> | undefined;
  readonly #fetchSuggestions: FetchSuggestions;
  readonly #listeners = new Set<() => void>();

  constructor(ask: FetchSuggestions) {
    this.#fetchSuggestions = ask;
  }

  /** Interface of React's `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly state = (): SearchBoxState => this.#state;

  /** Handles typing. Spaces around a term do not change it. */
  type(value: string): void {
    this.#set({ isShown: true });
    const term = value.trim();
    if (term === this.#term) return;
    this.#term = term;
    this.#drop();
    const isLongEnough = term.length >= minTermLength;
    this.#set({ focused: null, isBusy: false, ...(!isLongEnough && { groups: null }) });
    if (isLongEnough) this.#pending = setTimeout(() => void this.#request(term), debounceMs);
  }

  focus(value: string): void {
    clearTimeout(this.#hiding);
    this.type(value);
  }

  blur(): void {
    clearTimeout(this.#hiding);
    this.#hiding = setTimeout(() => this.#set({ isShown: false, focused: null }), hideDelayMs);
  }

  /** Cancels requests and hides the list, because the visitor leaves the page. */
  leave(): void {
    clearTimeout(this.#hiding);
    this.#drop();
    this.#term = '';
    this.#set(startState);
  }

  /** Moves the focus through the list and back into the field at either end. */
  move(by: 1 | -1): void {
    const count = this.#state.groups?.reduce((sum, { entries }) => sum + entries.length, 0) ?? 0;
    if (count === 0) return;
    // Position 0 is the field, 1 the first entry.
    const position = this.#state.isShown && this.#state.focused !== null ? this.#state.focused + 1 : 0;
    const next = (position + by + count + 1) % (count + 1);
    this.#set({ isShown: true, focused: next === 0 ? null : next - 1 });
  }

  /** Closes the list. @returns false if it was closed */
  close(): boolean {
    const wasOpen = this.#state.isShown && Boolean(this.#state.groups?.length);
    this.#set({ isShown: false, focused: null });
    return wasOpen;
  }

  async #request(term: string): Promise<void> {
    const call = new AbortController();
    this.#call = call;
    this.#set({ isBusy: true });
    try {
      const groups = await withTimeout((signal) => this.#fetchSuggestions(term, signal), call.signal);
      if (call === this.#call) this.#set({ groups, focused: null });
    } catch {
      // Touching the field repeats the request.
      if (call === this.#call) this.#term = '';
    } finally {
      if (call === this.#call) this.#set({ isBusy: false });
    }
  }

  /** Cancels the running request, because its response must not replace a newer one. */
  #drop(): void {
    clearTimeout(this.#pending);
    this.#call?.abort();
    this.#call = null;
  }

  #set(change: Partial<SearchBoxState>): void {
    const keys = Object.keys(change) as (keyof SearchBoxState)[];
    if (keys.every((key) => this.#state[key] === change[key])) return;
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
