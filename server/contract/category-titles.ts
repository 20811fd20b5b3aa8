/** Endings of singulars and plurals in the five languages, behind the letters that two words share. */
const ending = /^(?:e[nrs]?|[aio]s?|[nsx]|i[ao]?|sen|zen)?$/;
const bare = (title: string): string => title.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

function isSameWord(word: string, other = ''): boolean {
  let shared = 0;
  while (shared < word.length && word[shared] === other[shared]) shared++;
  return word === other || (shared > 2 && [word, other].every((each) => ending.test(each.slice(shared))));
}

/** Returns whether two titles name the same category, also in the plural: Türschloss and Türschlösser. */
export function isSameTitle(title: string, other: string): boolean {
  const [words = [], others = []] = [title, other].map((each) => bare(each).split(/[\s’-]+/));
  return words.length === others.length && words.every((word, at) => isSameWord(word, others[at]));
}
