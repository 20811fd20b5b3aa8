import { type FormEvent, useEffect, useRef, useState } from 'react';
import { isHsn, isTsn } from '../../server/contract/vehicle-inputs.js';
import { HiddenFields } from '../hidden-fields.js';
import { useIslandId } from '../island.js';
import { type EnteredKeys, enterHsn, enterTsn } from './vehicle-choice.model.js';
import { LookupStatus } from './vehicle-picker.form.js';
import { HitDialog, HitList } from './vehicle-picker.hits.js';
import { useLookup } from './vehicle-picker.lookup.js';
import { PaperHelp } from './vehicle-picker.paper.js';
import { hitHref, type KeysTexts, type VehiclePickerProps } from './vehicle-picker.props.js';

interface Props {
  picker: VehiclePickerProps;
  texts: KeysTexts;
  entered: EnteredKeys;
  onEntered(next: EnteredKeys): void;
  isHydrated: boolean;
}

/** Returns the text of an input error or a failed lookup, and the fields that it concerns. */
function errorOf(texts: KeysTexts, state: string, { hsn, tsn }: EnteredKeys) {
  if (state === 'unknown') return { text: texts.unknown, hsn: true, tsn: true };
  if (state === 'failed') return { text: texts.failed, hsn: false, tsn: false };
  if (state !== 'invalid') return null;
  if (!isHsn(hsn)) return { text: texts.hsnInvalid, hsn: true, tsn: false };
  return isTsn(tsn) ? null : { text: texts.tsnInvalid, hsn: false, tsn: true };
}

/**
 * Fields for HSN and TSN (specification 2, 4; German edition): a plain form. After hydration a complete HSN moves the
 * focus, and a complete TSN starts the lookup. One hit is chosen at once, several open a modal.
 */
export function KeysForm({ picker, texts, entered, onEntered, isHydrated }: Props) {
  const id = useIslandId();
  const hsnField = useRef<HTMLInputElement>(null);
  const tsnField = useRef<HTMLInputElement>(null);
  const lookup = useLookup(picker, picker.lookupResult);
  const [isChoosing, setChoosing] = useState(false);
  const error = errorOf(texts, lookup.state, entered);
  const [only] = lookup.hits;

  async function seek({ hsn, tsn }: EnteredKeys): Promise<void> {
    if (!isHsn(hsn) || !isTsn(tsn)) return;
    await lookup.find(`hsntsn/${hsn}${tsn}`);
    setChoosing(true);
  }
  function enter(next: EnteredKeys): void {
    onEntered(next);
    const isNewHsn = next.hsn !== entered.hsn;
    if (!isNewHsn && next.tsn === entered.tsn) return;
    // Leaves the field, whose check still reads the former keys, before the state is cleared.
    if (isNewHsn && isHsn(next.hsn)) tsnField.current?.focus();
    lookup.clear();
    setChoosing(false);
    void seek(next);
  }
  /** Names the key that is too short, on leaving its field or pressing Enter: the button is disabled until then. */
  function check({ hsn, tsn } = entered): void {
    if ((hsn && !isHsn(hsn)) || (tsn && !isTsn(tsn))) lookup.refuse();
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (lookup.state === 'failed') {
      // The pressed button disappears with the error.
      tsnField.current?.focus();
      void seek(entered);
    } else if (lookup.state === 'several') setChoosing(true);
    else if (lookup.state === 'matched' && only) location.assign(hitHref(picker, only));
  }

  // The fields may have text from before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, right after hydration.
  useEffect(() => {
    const hsn = hsnField.current?.value ?? '';
    const tsn = tsnField.current?.value ?? '';
    if (hsn !== entered.hsn || tsn !== entered.tsn) enter(enterTsn(enterHsn(entered, hsn), tsn));
  }, []);

  // Choosing a manufacturer empties the fields, so their lookup is outdated.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the emptying matters.
  useEffect(() => {
    if (!entered.hsn && !entered.tsn && lookup.state !== 'idle') lookup.clear();
  }, [entered.hsn, entered.tsn]);

  const isMatched = lookup.state === 'matched' || lookup.state === 'several';
  const hasResult = picker.lookupResult !== null;
  const described = (isInvalid: boolean): { 'aria-invalid'?: true; 'aria-describedby'?: string } =>
    error && (isInvalid || lookup.state === 'failed')
      ? { ...(isInvalid && { 'aria-invalid': true }), 'aria-describedby': `${id}-f` }
      : {};
  const field = {
    type: 'text',
    autoComplete: 'off',
    autoCapitalize: 'characters',
    spellCheck: false,
    required: true,
  } as const;
  return (
    <form
      className="key-form"
      method="post"
      action={picker.action}
      onSubmit={submit}
      onBlur={() => check()}
      onKeyDown={({ key }) => key === 'Enter' && check()}
    >
      <HiddenFields fields={{ locale: picker.locale, ...picker.hidden }} />
      {lookup.state === 'several' && !isChoosing && <HitList picker={picker} hits={lookup.hits} texts={texts} />}
      <div className="key-fields">
        <p>
          <label htmlFor={`${id}-h`}>{texts.hsn}</label>
          <input
            {...field}
            {...described(error?.hsn ?? false)}
            ref={hsnField}
            id={`${id}-h`}
            name="hsn"
            placeholder="0603"
            value={entered.hsn}
            // biome-ignore lint/a11y/noAutofocus: the answer of a refused form begins at the field at fault.
            autoFocus={hasResult && (error?.hsn ?? false)}
            onChange={(event) => enter(enterHsn(entered, event.target.value))}
          />
        </p>
        <p>
          <label htmlFor={`${id}-t`}>{texts.tsn}</label>
          <input
            {...field}
            {...described(error?.tsn ?? false)}
            ref={tsnField}
            id={`${id}-t`}
            name="tsn"
            placeholder="BGU"
            value={entered.tsn}
            // biome-ignore lint/a11y/noAutofocus: the answer of a refused form begins at the field at fault.
            autoFocus={hasResult && !error?.hsn && (error?.tsn ?? false)}
            onChange={(event) => enter(enterTsn(entered, event.target.value))}
          />
        </p>
      </div>
      <LookupStatus lookup={lookup} error={error?.text} errorId={`${id}-f`} texts={texts} />
      {lookup.state === 'failed' && (
        <button type="submit" className="button quiet">
          {texts.retry}
        </button>
      )}
      <PaperHelp texts={texts} paper={picker.paper} />
      <button type="submit" className="button buy" disabled={isHydrated && !isMatched}>
        {texts.submit}
      </button>
      {isChoosing && lookup.state === 'several' && (
        <HitDialog picker={picker} hits={lookup.hits} texts={texts} onClose={() => setChoosing(false)} />
      )}
    </form>
  );
}
