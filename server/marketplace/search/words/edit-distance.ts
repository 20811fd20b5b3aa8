/** Counts the edits (optimal string alignment) to `word`, and to its nearest beginning, which has `end` letters. */
export function editDistance(terms: string, word: string): { whole: number; start: number; end: number } {
  let before: number[] = [];
  let last = Array.from({ length: word.length + 1 }, (_, column) => column);
  for (let row = 1; row <= terms.length; row++) {
    const next = [row];
    for (let column = 1; column <= word.length; column++) {
      const isSame = terms[row - 1] === word[column - 1];
      let cost = Math.min(
        (last[column] as number) + 1,
        (next[column - 1] as number) + 1,
        (last[column - 1] as number) + (isSame ? 0 : 1),
      );
      const isSwap =
        row > 1 && column > 1 && terms[row - 1] === word[column - 2] && terms[row - 2] === word[column - 1];
      if (isSwap) cost = Math.min(cost, (before[column - 2] as number) + 1);
      next.push(cost);
    }
    before = last;
    last = next;
  }
  const start = Math.min(...last);
  return { whole: last[word.length] as number, start, end: last.indexOf(start) };
}
