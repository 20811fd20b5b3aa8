/** Endings of plurals and genders in the five languages. Two names of one thing have the same rest. */
const ending = /(?:en|os|as|es|[aeinosx])$/;
const stems = (title: string): string =>
  title
    .toLowerCase()
    .split(/[\s’-]+/)
    .map((word) => word.replace(ending, ''))
    .join(' ');

/** Returns whether two titles name the same category, also in the plural: Motoröl and Motoröle. */
export const isSameTitle = (title: string, other: string): boolean => title === other || stems(title) === stems(other);
