import { RowError } from './import-errors.js';
import type { Fields } from './records.js';

const written =
  /^(?:(\d{4})-(\d{2})-(\d{2})|(\d{1,2})\.(\d{1,2})\.(\d{4}))(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)? ?(Z|[+-]\d{2}:?\d{2})?$/;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * Programs write an early date instead of none (`0001-01-01`, `1900-01-01`, `1970-01-01`). As a beginning it is
 * harmless; as an end it is an error.
 */
const firstEnd = 1971;

/**
 * Reads `2026-12-24`, `2026-12-24T18:00+0100` or `24.12.2026`; UTC without a zone.
 * @param isEnd whether a day without an hour counts until its end, and early dates are refused
 * @returns milliseconds since 1970; null = no valid time
 */
export function parseTime(text: string, isEnd = false): number | null {
  const match = written.exec(text.trim());
  if (!match) return null;
  const [, isoYear, isoMonth, isoDay, ownDay, ownMonth, ownYear, hours, minutes, seconds = '0', zone = 'Z'] = match;
  const [year, month, date] = [isoYear ?? ownYear, isoMonth ?? ownMonth, isoDay ?? ownDay].map(Number) as [
    number,
    number,
    number,
  ];
  if (isEnd && year < firstEnd) return null;
  const found = new Date(0);
  const midnight = found.setUTCFullYear(year, month - 1, date);
  if (found.getUTCMonth() !== month - 1 || found.getUTCDate() !== date) return null;
  const [hour, minutesPast, second] = [hours ?? '0', minutes ?? '0', seconds].map(Number) as [number, number, number];
  if (hour > 23 && !(hour === 24 && minutesPast === 0 && second === 0)) return null;
  if (minutesPast > 59 || second > 60) return null;
  const time = midnight + (hour * 60 + minutesPast) * minuteMs + second * 1000 - offsetOf(zone);
  return isEnd && hours === undefined ? time + dayMs - 1 : time;
}

function offsetOf(zone: string): number {
  if (zone === 'Z') return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMs;
}

/** The time in a field; null = the field is empty. @throws RowError */
export function time(fields: Fields, field: string, isEnd = false): number | null {
  const text = fields[field]?.trim();
  if (text === undefined || text === '') return null;
  const found = parseTime(text, isEnd);
  if (found === null) throw new RowError(field, text, 'is no date');
  return found;
}
