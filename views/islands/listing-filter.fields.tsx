import { type ReactNode, useEffect, useRef, useState } from 'react';
import { fill } from '../fill.js';
import { useIslandId } from '../island.js';
import { type FilterState, isChosen } from './listing-filter.model.js';
import type { FilterProps, FilterValue, ListingFilterProps } from './listing-filter.props.js';

const shownValues = 8;
/** A fold needs the room of two values, so it must hide more than these. */
const fewValues = 2;

interface FieldsProps {
  filter: FilterProps;
  state: FilterState;
  locale: string;
  texts: ListingFilterProps['texts'];
  isHydrated: boolean;
  onValue: (value: string, isOn: boolean) => void;
  onRange: (value: string | null) => void;
}

function Values({
  filter: { key, isSingle },
  state,
  locale,
  onValue,
  values,
}: FieldsProps & { values: FilterValue[] }) {
  const number = new Intl.NumberFormat(locale);
  return values.map(([value, label, count]) => (
    <label className={count === 0 ? 'filter-choice no-parts' : 'filter-choice'} key={value}>
      <input
        type={isSingle ? 'radio' : 'checkbox'}
        name={`filter.${key}`}
        value={value}
        checked={isChosen(state, key, value)}
        onChange={(event) => onValue(value, event.currentTarget.checked)}
      />
      {label}
      <span>{number.format(count)}</span>
    </label>
  ));
}

/** Two fields for the lowest and the highest price, with the bounds of the list as placeholders. */
function Range({ filter, state, locale, texts, onRange }: FieldsProps): ReactNode {
  const id = `${useIslandId()}-${filter.key}-`;
  const bounds = (state.chosen.get(filter.key)?.[0] ?? '-').split('-');
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, useGrouping: false });
  const shown = (text: string | undefined) => (text ? number.format(Number(text)) : '');
  const [written, setWritten] = useState([shown(bounds[0]), shown(bounds[1])]);
  const change = (next: string[]): void => {
    setWritten(next);
    const read = next.map((each) => each.trim().replace(/\s*€$/, '').replace(',', '.'));
    if (read.every((each) => /^(\d{1,7}(\.\d{1,2})?)?$/.test(each))) onRange(read.join('') ? read.join('-') : null);
  };
  const group = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was written before there was anybody to hear of it.
  useEffect(() => {
    const now = Array.from(group.current?.querySelectorAll('input') ?? [], ({ value }) => value);
    if (now.some((each, index) => each !== written[index])) change(now);
  }, []);
  const field = (index: 0 | 1, name: 'from' | 'to', example: number): ReactNode => (
    <>
      <label htmlFor={`${id}${name}`}>{texts[name]}</label>
      <input
        type="text"
        id={`${id}${name}`}
        name={`${name}.${filter.key}`}
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
        value={written[index]}
        placeholder={number.format(example)}
        onChange={({ currentTarget: { value } }) => change(written.map((each, at) => (at === index ? value : each)))}
      />
    </>
  );
  const { min = 0, max = 0 } = filter.range ?? {};
  return (
    <div className="filter-range" ref={group}>
      {field(0, 'from', Math.floor(min))}
      {field(1, 'to', Math.ceil(max))}
      <span>€</span>
    </div>
  );
}

/** The values of one filter. A long list is folded, with a search field once it is hydrated. */
export function FilterFields(props: FieldsProps) {
  const { filter, state, texts, isHydrated, onValue } = props;
  const [wanted, setWanted] = useState('');
  const { key, label, values } = filter;
  // The initial number: values that come with new counts go into the fold, so that nothing moves.
  const [first] = useState(values.length > shownValues + fewValues ? shownValues : values.length);
  if (filter.range) {
    return (
      <fieldset>
        <legend>{label}</legend>
        <Range {...props} />
      </fieldset>
    );
  }
  const isWanted = ([value, text]: FilterValue): boolean =>
    text.toLowerCase().includes(wanted) || isChosen(state, key, value);
  const rest = values.slice(first);
  const isLong = rest.length > 0;
  return (
    <fieldset>
      <legend>{label}</legend>
      {filter.isSingle && (
        <label className="filter-choice">
          <input
            type="radio"
            name={`filter.${key}`}
            value=""
            checked={!state.chosen.has(key)}
            onChange={() => onValue('', true)}
          />
          {texts.any}
        </label>
      )}
      <Values {...props} values={values.slice(0, first).filter(isWanted)} />
      {isLong && (
        <details className="fold" open={wanted !== '' || rest.some(([value]) => isChosen(state, key, value))}>
          <summary>{fill(texts.more, { count: rest.length })}</summary>
          <div>
            {isHydrated && (
              <input
                className="filter-search"
                type="search"
                aria-label={fill(texts.find, { filter: label })}
                placeholder={fill(texts.find, { filter: label })}
                value={wanted}
                onChange={(event) => setWanted(event.currentTarget.value.toLowerCase())}
                onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
              />
            )}
            <Values {...props} values={rest.filter(isWanted)} />
          </div>
        </details>
      )}
    </fieldset>
  );
}
