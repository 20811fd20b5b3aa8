import { inLanguages, type Language } from '../../../contract/languages.js';

/** Makes something once, at its first use. */
export function once<Made>(make: () => Made): () => Made {
  let known: { readonly made: Made } | undefined;
  return () => {
    known ??= { made: make() };
    return known.made;
  };
}

/** Makes something once for each catalogue or other object. A rejected promise is made again. */
export function remembered<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const known = new WeakMap<Key, { readonly made: Made }>();
  return (key) => {
    const entry = known.get(key) ?? { made: make(key) };
    known.set(key, entry);
    if (entry.made instanceof Promise) entry.made.catch(() => known.delete(key));
    return entry.made;
  };
}

/** Remembers a value for each language. */
export function rememberedByLanguage<Key extends object, Made>(
  make: (key: Key, language: Language) => Made,
): (key: Key, language: Language) => Made {
  const byLanguage = inLanguages((language) => remembered((key: Key) => make(key, language)));
  return (key, language) => byLanguage[language](key);
}
