import type { InformationPage } from '../../../views/links.js';
import type { Language } from '../../contract/languages.js';
import words from './information-path-names.json' with { type: 'json' };

/** Slugs of the built-in information pages, below the edition's information word (D11). */
export const informationPathNames: Readonly<Record<Language, Readonly<Record<InformationPage, string>>>> = words;
