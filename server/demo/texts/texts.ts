import type { Language } from '../../contract/languages.js';
import de from '../data/texts/de.json' with { type: 'json' };
import es from '../data/texts/es.json' with { type: 'json' };
import fr from '../data/texts/fr.json' with { type: 'json' };
import it from '../data/texts/it.json' with { type: 'json' };
import nl from '../data/texts/nl.json' with { type: 'json' };

/** Texts of the demonstration about its categories, brands, parts and shops. */
export const texts: Readonly<Record<Language, typeof de>> = { de, es, fr, it, nl };

/** Values for the placeholders of a template. */
export type Values = Readonly<Record<string, string | number | boolean | null>>;

/**
 * A template with its places `{{name}}` filled; `{{#name}}…{{/name}}` stays where the value is true, `{{^name}}` where
 * not.
 */
export const filled = (template: string, values: Values): string =>
  template
    .replace(/\{\{([#^])(\w+)\}\}(.*?)\{\{\/\2\}\}/g, (_, sign: string, name: string, inner: string) =>
      Boolean(values[name]) === (sign === '#') ? inner : '',
    )
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
