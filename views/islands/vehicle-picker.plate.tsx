import { type FormEvent, useEffect, useRef, useState } from 'react';
import { isPlate, plateKey } from '../../server/contract/vehicle-inputs.js';
import { HiddenFields } from '../hidden-fields.js';
import { useIslandId } from '../island.js';
import { type EnteredKeys, enterPlate } from './vehicle-choice.model.js';
import { LookupStatus } from './vehicle-picker.form.js';
import { HitDialog, HitList } from './vehicle-picker.hits.js';
import { useLookup } from './vehicle-picker.lookup.js';
import type { PlateTexts, VehiclePickerProps } from './vehicle-picker.props.js';

interface Props {
  picker: VehiclePickerProps;
  texts: PlateTexts;
  entered: EnteredKeys;
  onEntered(next: EnteredKeys): void;
  isHydrated: boolean;
}

/** Field for a French plate (specification 2, 5; D30): in capitals, looked up on submit. */
export function PlateForm({ picker, texts, entered, onEntered, isHydrated }: Props) {
  const id = useIslandId();
  const plateField = useRef<HTMLInputElement>(null);
  const lookup = useLookup(picker, picker.lookupResult);
  const [isChoosing, setChoosing] = useState(false);
  const { plate } = entered;

  function enter(next: EnteredKeys): void {
    onEntered(next);
    if (lookup.state !== 'idle' && next.plate !== plate) lookup.clear();
  }
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isPlate(plate)) lookup.refuse();
    else {
      await lookup.find(`license/fr/${plateKey(plate)}`);
      setChoosing(true);
    }
    plateField.current?.focus();
  }

  // The field may have text from before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, right after hydration.
  useEffect(() => {
    const typed = plateField.current?.value ?? '';
    if (typed !== plate) enter(enterPlate(entered, typed));
  }, []);
  // Choosing a manufacturer empties the field, so its lookup is outdated.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the emptying matters.
  useEffect(() => {
    if (!plate && lookup.state !== 'invalid') lookup.clear();
  }, [plate]);

  const errors: Readonly<Record<string, string>> = {
    invalid: texts.invalid,
    unknown: texts.licenseUnknown,
    failed: texts.failed,
  };
  const error = errors[lookup.state];
  return (
    <form className="key-form" method="post" action={picker.action} noValidate={isHydrated} onSubmit={submit}>
      <HiddenFields fields={{ locale: picker.locale, ...picker.hidden }} />
      {lookup.state === 'several' && !isChoosing && <HitList picker={picker} hits={lookup.hits} texts={texts} />}
      <p>
        <label htmlFor={`${id}-p`}>{texts.plate}</label>
        <input
          ref={plateField}
          id={`${id}-p`}
          type="text"
          name="plate"
          placeholder="AA-123-ZZ"
          required
          maxLength={14}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={plate}
          aria-invalid={error && lookup.state !== 'failed' ? true : undefined}
          aria-describedby={error ? `${id}-f ${id}-e` : `${id}-e`}
          // biome-ignore lint/a11y/noAutofocus: the answer of a refused form begins at the field at fault.
          autoFocus={picker.lookupResult !== null && error !== undefined}
          onChange={(event) => enter(enterPlate(entered, event.target.value))}
        />
      </p>
      <p className="small soft" id={`${id}-e`}>
        {texts.example}
      </p>
      <LookupStatus lookup={lookup} error={error} errorId={`${id}-f`} texts={texts} />
      <button type="submit" className="button buy" aria-busy={lookup.state === 'searching' || undefined}>
        {texts.submit}
      </button>
      {isChoosing && lookup.state === 'several' && (
        <HitDialog picker={picker} hits={lookup.hits} texts={texts} onClose={() => setChoosing(false)} />
      )}
    </form>
  );
}
