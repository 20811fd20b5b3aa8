/** What the singular and the plural of an English word have in common. */
export const stemEnglish = (word: string): string =>
  word.length < 4
    ? word
    : word
        .replace(/(?:ches|shes|xes|sses)$/, (end) => end.slice(0, -2))
        .replace(/ies$/, 'y')
        .replace(/(?<![su])s$/, '');
