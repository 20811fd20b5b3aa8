/** Endings of plurals and genders in the five languages; what is left of two names of one thing is the same. */
const ending = /(?:en|os|as|es|[aeinosx])$/;
const stems = (title: string): string =>
  title
    .toLowerCase()
    .split(/[\s’-]+/)
    .map((word) => word.replace(ending, ''))
    .join(' ');

/** Whether two titles of categories say the same, one of them perhaps in the plural: Motoröl and Motoröle. */
export const saysTheSame = (title: string, other: string): boolean => title === other || stems(title) === stems(other);
