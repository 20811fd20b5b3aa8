/** Tables that benches and promises print. */

/** The outcome of one bench. */
export interface Measured {
  /** Everything measured, for programs; undefined where the text holds it all. */
  result?: unknown;
  text: string;
  /** Documents whose text between `<!-- NAME: … -->` and `<!-- /NAME -->` is the text measured last. */
  places?: Readonly<Record<string, string>>;
  /** The text names the machine and the moment. */
  isOfMachine?: boolean;
  /** Why the command fails after all. */
  fault?: string | undefined;
}

/** A row of a table in Markdown. */
export const row = (...cells: readonly (string | number)[]): string =>
  `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;

export const markdownTable = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => row(...cells)).join('\n');
