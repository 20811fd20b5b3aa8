import type { FilterProps, FilterRange, FilterValue } from './listing-filter.props.js';

/** Reads the bounds from the two fields of a range. Placeholders hold the bounds of the list, values the choice. */
function readRange([from, to]: readonly HTMLInputElement[]): FilterRange {
  const euros = (text: string | undefined): number | null => (text ? Number(text.replace(',', '.')) : null);
  return {
    min: euros(from?.placeholder) ?? 0,
    max: euros(to?.placeholder) ?? 0,
    from: euros(from?.defaultValue),
    to: euros(to?.defaultValue),
  };
}

/** Reads a value from its label. The default state is the server's, since the browser may restore another one. */
function readValue(field: HTMLInputElement): FilterValue {
  const [label, count] = [...(field.parentElement?.childNodes ?? [])].slice(1).map((node) => node.textContent ?? '');
  return [field.value, label ?? '', Number(count?.replace(/\D/g, '')), field.defaultChecked ? 1 : 0];
}

export function readFilters(element: Element): FilterProps[] {
  return [...element.querySelectorAll('fieldset')].map((fieldset) => {
    const label = fieldset.querySelector('legend')?.textContent ?? '';
    const bounded = [...fieldset.querySelectorAll<HTMLInputElement>('.filter-range input')];
    const isRange = bounded.length > 0;
    const fields = isRange ? bounded : [...fieldset.querySelectorAll<HTMLInputElement>('.filter-choice input')];
    const range = isRange ? readRange(bounded) : null;
    const bounds = range && [range.from, range.to].map((bound) => bound ?? '').join('-');
    const chosen: FilterValue[] = bounds && bounds !== '-' ? [[bounds, '', 0, 1]] : [];
    return {
      key: (fields[0]?.name ?? '').replace(/^\w+\./, ''),
      label,
      isSingle: isRange || fields[0]?.type === 'radio',
      range,
      values: isRange ? chosen : fields.filter(({ value }) => value !== '').map(readValue),
    };
  });
}
