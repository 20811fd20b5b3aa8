import { type RegisterWay, registerWays } from '../../server/contract/registers.js';
import { useAnchor, usePage } from '../context.js';
import { HiddenFields } from '../hidden-fields.js';
import { HitLinks } from '../islands/vehicle-picker.hits.js';
import { hitsOf, pickerTexts } from '../islands/vehicle-picker.props.js';
import type { PickerModel, VehicleLookup } from '../models.js';
import './register-forms.css';

const shapes = {
  vin: { maxLength: 24, example: 'WVWZZZ1KZ6W000001' },
  dutchPlate: { maxLength: 10, example: 'GB-001-B' },
  nationalCode: { maxLength: 9, example: '123456' },
} as const satisfies Record<RegisterWay, { maxLength: number; example: string }>;

export const isOfRegister = ({ way }: Pick<VehicleLookup, 'way'>): boolean =>
  (registerWays as readonly string[]).includes(way);

function Hits({ model, lookup }: { model: PickerModel; lookup: VehicleLookup }) {
  const { t } = usePage();
  const hits = hitsOf(lookup.hits, pickerTexts(t));
  return (
    <>
      {/* biome-ignore lint/a11y/noAutofocus: the response to a form far down the page must be visible. */}
      <p role="status" tabIndex={-1} autoFocus>
        {t('islands:hits.several', { count: hits.length })}
      </p>
      <HitLinks picker={model} hits={hits} />
    </>
  );
}

function RegisterForm({ way, model }: { way: RegisterWay; model: PickerModel }) {
  const { t, edition } = usePage();
  const id = useAnchor(`register-${way}`);
  const lookup = model.lookup?.way === way ? model.lookup : null;
  const { example, maxLength } = shapes[way];
  const fault = lookup && lookup.state !== 'several' ? t(`part:registers.${way}.${lookup.state}`) : null;
  return (
    <form className="key-form" id={id} method="post" action={model.action}>
      <HiddenFields fields={{ locale: edition.locale, ...model.hidden }} />
      {lookup?.state === 'several' && <Hits model={model} lookup={lookup} />}
      <p>
        <label htmlFor={`${id}-i`}>{t(`part:registers.${way}.label`)}</label>
        <input
          id={`${id}-i`}
          type="text"
          name={way}
          required
          maxLength={maxLength}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={lookup?.entered.register}
          aria-invalid={fault && lookup?.state !== 'failed' ? true : undefined}
          aria-describedby={fault ? `${id}-f ${id}-e` : `${id}-e`}
          // biome-ignore lint/a11y/noAutofocus: the answer of a refused form begins at the field at fault.
          autoFocus={fault !== null}
        />
      </p>
      <p className="small soft" id={`${id}-e`}>
        {t(`part:registers.${way}.about`, { example })}
      </p>
      {fault && (
        <p className="fault" id={`${id}-f`} role="alert">
          {fault}
        </p>
      )}
      <button type="submit" className="button">
        {t('part:registers.submit')}
      </button>
    </form>
  );
}

/** Plain forms to find a vehicle in the registers that the operator has configured. */
export function RegisterForms({ model }: { model: PickerModel }) {
  const { t } = usePage();
  const { registers, lookup } = model;
  if (!registers) return null;
  return (
    <details className="registers" open={lookup && isOfRegister(lookup)}>
      <summary>{t('part:registers.title')}</summary>
      {registers.map((way) => (
        <RegisterForm key={way} way={way} model={model} />
      ))}
    </details>
  );
}
