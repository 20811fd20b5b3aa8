import { RowError } from './import-errors.js';
import type { Fields } from './records.js';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * Programs write an early date instead of none (`0001-01-01`, `1900-01-01`, `1970-01-01`). As a beginning it is
 * harmless; as an end it is an error.
 */
const firstEnd = 1971;

/** A date as written; null = the text does not say. */
interface WrittenDate {
  readonly year: number;
  readonly month: number | null;
  readonly day: number | null;
}

/** `2003`, `2003-10`, `2003-10-15`, `10/2003`, `15.10.2003`: the day precedes the month in all editions. */
const dateWritten = /^(?:(\d{4})(?:([-/.])(\d{2})(?:\2(\d{2}))?)?|(?:(\d{1,2})[-/.])?(\d{1,2})[-/.](\d{4}))$/;

/** Reads a date of any column; null = no valid date. */
export function parseDate(text: string): WrittenDate | null {
  const [, isoYear, , isoMonth, isoDay, ownDay, ownMonth, ownYear] = dateWritten.exec(text.trim()) ?? [];
  const part = (given: string | undefined): number | null => (given === undefined ? null : Number(given));
  const year = part(isoYear ?? ownYear);
  if (year === null) return null;
  const [month, day] = [part(isoMonth ?? ownMonth), part(isoDay ?? ownDay)];
  const found = new Date(0);
  found.setUTCFullYear(year, (month ?? 1) - 1, day ?? 1);
  const isReal = found.getUTCMonth() + 1 === (month ?? 1) && found.getUTCDate() === (day ?? 1);
  return isReal ? { year, month, day } : null;
}

const timeWritten =
  /^(\S+?)(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)? ?(Z|[+-]\d{2}:?\d{2})?|(Z|[+-]\d{2}:\d{2}))?$/;

/**
 * Reads a day as {@link parseDate} does, also with a time, as in `2026-12-24T18:00+0100`; UTC without a zone.
 * @param isEnd whether a day without an hour counts until its end, and early dates are refused
 * @returns milliseconds since 1970; null = no valid time
 */
export function parseTime(text: string, isEnd = false): number | null {
  const [, written = '', hours, minutes = '0', seconds = '0', zone, zoneOfDay] = timeWritten.exec(text.trim()) ?? [];
  const date = parseDate(written);
  if (!date || date.month === null || date.day === null) return null;
  if (isEnd && date.year < firstEnd) return null;
  const midnight = new Date(0).setUTCFullYear(date.year, date.month - 1, date.day);
  const [hour, minutesPast, second] = [hours ?? '0', minutes, seconds].map(Number) as [number, number, number];
  if (hour > 23 && !(hour === 24 && minutesPast === 0 && second === 0)) return null;
  if (minutesPast > 59 || second > 60) return null;
  const time = midnight + (hour * 60 + minutesPast) * minuteMs + second * 1000 - offsetOf(zone ?? zoneOfDay ?? 'Z');
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
