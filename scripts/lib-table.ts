/** Tables of benches and promises. */

/** The result of one bench. */
export interface Measured {
  /** All figures, for programs; undefined if the text has them all. */
  result?: unknown;
  text: string;
  /** Documents with a place for the text, between `<!-- NAME: … -->` and `<!-- /NAME -->`. */
  places?: Readonly<Record<string, string>>;
  /** Adds the machine and the time to the text. */
  isOfMachine?: boolean;
  /** Lets the command fail with this sentence. */
  fault?: string | undefined;
}

/** A row of a table in Markdown. */
export const row = (...cells: readonly (string | number)[]): string =>
  `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;

export const markdownTable = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => row(...cells)).join('\n');
