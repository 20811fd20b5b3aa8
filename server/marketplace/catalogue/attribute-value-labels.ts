import type { Language } from '../../contract/languages.js';
import { ownText } from './own-texts.js';

/** A stored value as a reader writes it. Numbers are stored with a point, viscosities without their hyphen. Threads and type codes are the same everywhere. */
export function shownValue(value: string, language: Language): string {
  if (/^-?\d+\.\d+$/.test(value)) return value.replace('.', ',');
  if (/^\d{1,2}W\d{2}$/.test(value)) return value.replace('W', 'W-');
  return ownText('values', value, language) ?? value;
}
