import type { Request, Response } from 'express';
import { field } from '../api/audience.js';
import { type ChosenFilter, decimalId, encodeFilters, sorts } from '../api/contract.js';
import type { Place } from '../routes.js';

const strings = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string' && item !== '');

/** A bound as people write it, with a comma as decimal point (specification 5); null for anything else. */
function bound(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim().replace(/\s*€$/, '').replace(',', '.') : '';
  return /^\d{1,7}(\.\d{1,2})?$/.test(text) ? text : null;
}

/** Fields `from.{key}` and `to.{key}` as one value `from-to`; bounds in the wrong order are exchanged. */
function ranges(body: object): ChosenFilter[] {
  const keys = new Set(Object.keys(body).flatMap((name) => /^(?:from|to)\.(\w{1,64})$/.exec(name)?.[1] ?? []));
  return [...keys].slice(0, 5).flatMap((key) => {
    const from = bound(field(body, `from.${key}`));
    const to = bound(field(body, `to.${key}`));
    if (from === null && to === null) return [];
    const isTurned = from !== null && to !== null && Number(from) > Number(to);
    return [{ key, values: [isTurned ? `${to}-${from}` : `${from ?? ''}-${to ?? ''}`] }];
  });
}

/**
 * A listing's filter form: its fields `filter.{key}`, `from.{key}`, `to.{key}` and `sort` become the address that shows the choice (D45), for the
 * same national vehicle type (D48).
 */
export function filterListing(request: Request, response: Response, { prefix, path }: Place): void {
  const body: object = typeof request.body === 'object' && request.body !== null ? request.body : {};
  const filters: ChosenFilter[] = Object.keys(body)
    .filter((name) => /^filter\.\w{1,64}$/.test(name))
    .slice(0, 20)
    .map((name) => ({ key: name.slice('filter.'.length), values: strings(field(body, name)).slice(0, 50) }))
    .filter(({ values }) => values.length > 0);
  const f = encodeFilters([...filters, ...ranges(body)]);
  const sort = sorts.find((known) => known === field(body, 'sort'));
  const kbaTypeId = decimalId.safeParse(field(body, 'kbaTypeId'));
  const query = new URLSearchParams();
  if (kbaTypeId.success) query.set('kbaTypeId', kbaTypeId.data);
  if (f) query.set('f', f);
  if (sort && sort !== 'popularity') query.set('sort', sort);
  response.setHeader('Cache-Control', 'private, no-store');
  response.redirect(303, prefix + path.replace(/\/$/, '') + (query.size > 0 ? `?${query}` : ''));
}
