/** Shows the operator how far an import is. */
export interface Progress {
  /** @param done bytes of the file that were read */
  reading(file: string, done: number, size: number): void;
  step(sentence: string): void;
  end(): void;
}

const width = 40;

/** Draws a bar on a terminal, and prints a line for each tenth elsewhere. @param say prints a line */
export function showProgress(isTerminal: boolean, say: (line: string) => void): Progress {
  let last = '';
  const end = (): void => {
    if (isTerminal && last !== '') process.stderr.write('\n');
    last = '';
  };
  return {
    reading(file, done, size) {
      const share = size > 0 ? Math.min(1, done / size) : 1;
      const full = Math.floor(share * width);
      const bar = `${'█'.repeat(full)}${'░'.repeat(width - full)} ${Math.floor(share * 100)} %  ${file}`;
      const line = isTerminal ? bar : `Reading ${file}: ${Math.floor(share * 10) * 10} %`;
      if (line === last) return;
      if (!isTerminal) say(line);
      else {
        if (!last.endsWith(`  ${file}`)) end();
        // Returns to the start of the line and clears it.
        process.stderr.write(`\r\x1b[K${line}`);
      }
      last = line;
      if (isTerminal && share === 1) end();
    },
    step(sentence) {
      end();
      say(sentence);
    },
    end,
  };
}
