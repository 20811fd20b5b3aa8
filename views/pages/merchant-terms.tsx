import { countries } from '../../server/contract/countries.js';
import type { MerchantPage } from '../../server/contract/merchant-page.js';
import { Alert, Part, PortalForm, Status, usePortal } from '../layout/portal-frame.js';

/** Fields of each country, followed by a dot and its code; the last row is for another country. */
export const tariffFields = ['tariff', 'free', 'from', 'to'] as const;
export const newRow = 'new';

/** Terms that were refused. */
export interface RefusedTerms {
  readonly alert: string;
  /** Returns a field as it was sent. */
  sent(name: string): string;
}
export interface ShownTerms {
  readonly shop: MerchantPage;
  readonly refused: RefusedTerms | null;
  readonly isSaved: boolean;
}

/** In the format that people type: all editions use the decimal comma. */
const euros = (cents: number | null): string => (cents === null ? '' : (cents / 100).toFixed(2).replace('.', ','));

/** A form with tariffs by country, and with who pays for a return. */
export function TermsForm({ shop: { returns, countries: own }, refused, isSaved }: ShownTerms) {
  const { t, format } = usePortal();
  const stored = new Map([
    ['payer', returns.paidBy ?? ''],
    ['cost', returns.paidBy === 'buyer' ? euros(returns.cost) : ''],
    ['days', String(returns.days)],
    ...own.flatMap(({ country, tariff, freeFrom, days }) =>
      [euros(tariff), euros(freeFrom), `${days.min}`, `${days.max}`].map(
        (value, at) => [`${tariffFields[at]}.${country}`, value] as const,
      ),
    ),
  ]);
  const shown = (name: string): string => refused?.sent(name) ?? stored.get(name) ?? '';
  const field = (name: string, label: string) => (
    <p key={name}>
      <label htmlFor={name}>{label}</label>
      <input id={name} name={name} defaultValue={shown(name)} inputMode="decimal" maxLength={20} />
    </p>
  );
  const labels = [
    t('merchant:terms.price'),
    `${t('shop:shipping.freeFrom')}, ${t('merchant:terms.euros')}`,
    `${t('merchant:terms.days')}, ${t('merchant:offer.from')}`,
    t('merchant:offer.to'),
  ];
  const rest = countries.filter((code) => !own.some(({ country }) => country === code));
  return (
    <Part id="h-terms" title={t('merchant:terms.title')}>
      {isSaved && <Status>{t('merchant:terms.saved')}</Status>}
      {refused && <Alert>{refused.alert}</Alert>}
      <PortalForm className="portal-form portal-terms" action="/shop">
        <fieldset>
          <legend>{t('merchant:terms.payer')}</legend>
          {(['shop', 'buyer'] as const).map((payer) => (
            <label className="portal-check" key={payer}>
              <input type="radio" name="payer" value={payer} required defaultChecked={shown('payer') === payer} />
              {t(`merchant:terms.${payer}`)}
            </label>
          ))}
        </fieldset>
        <div className="portal-fields">
          {field('cost', t('merchant:terms.cost'))}
          {field('days', t('merchant:terms.returnDays'))}
        </div>
        <p>{t('merchant:terms.lead')}</p>
        {[...own.map(({ country }) => country), newRow].map((row) => (
          <fieldset key={row}>
            <legend>{row === newRow ? t('merchant:terms.another') : format.country(row)}</legend>
            {row === newRow && (
              <select name="country" aria-label={t('merchant:terms.another')} defaultValue={refused?.sent('country')}>
                <option value="">{t('merchant:terms.noCountry')}</option>
                {rest.map((code) => (
                  <option key={code} value={code}>
                    {format.country(code)}
                  </option>
                ))}
              </select>
            )}
            <div className="portal-fields">
              {tariffFields.map((name, at) => field(`${name}.${row}`, labels[at] ?? ''))}
            </div>
          </fieldset>
        ))}
        <button className="button filled" type="submit">
          {t('merchant:offer.save')}
        </button>
      </PortalForm>
    </Part>
  );
}
