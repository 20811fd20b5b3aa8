import type { Language } from '../../../contract/languages.js';

/** Makes something of each catalogue, or another object, once: when somebody first needs it. */
export function remembered<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const known = new WeakMap<Key, { readonly made: Made }>();
  return (key) => {
    const entry = known.get(key) ?? { made: make(key) };
    known.set(key, entry);
    return entry.made;
  };
}

/** The same, for each language by itself. */
export function rememberedByLanguage<Key extends object, Made>(
  make: (key: Key, language: Language) => Made,
): (key: Key, language: Language) => Made {
  const byLanguage = remembered((_: Key) => new Map<Language, Made>());
  return (key, language) => {
    const known = byLanguage(key);
    const made = known.get(language) ?? make(key, language);
    known.set(language, made);
    return made;
  };
}
