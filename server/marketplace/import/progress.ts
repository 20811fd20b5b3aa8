/** Tells somebody who waits how far an import is. */
export interface Progress {
  /** @param done bytes of the file at hand that have been read */
  reading(file: string, done: number, size: number): void;
  step(sentence: string): void;
  end(): void;
}

/** A bar on a terminal; elsewhere plain lines, one for each tenth. @param say prints a line */
export function showProgress(isTerminal: boolean, say: (line: string) => void): Progress {
  return isTerminal ? new Bar(say) : new Lines(say);
}

/** Letters of a whole bar. */
const width = 40;

class Bar implements Progress {
  #file = '';
  /** What stands on the line of the bar; empty while there is none. */
  #shown = '';

  constructor(private readonly say: (line: string) => void) {}

  reading(file: string, done: number, size: number): void {
    if (this.#file !== file) this.end();
    this.#file = file;
    const share = size > 0 ? Math.min(1, done / size) : 1;
    const full = Math.floor(share * width);
    const line = `${'█'.repeat(full)}${'░'.repeat(width - full)} ${Math.floor(share * 100)} %  ${file}`;
    // To the beginning of the line, and nothing left of what stood there.
    if (line !== this.#shown) process.stderr.write(`\r\x1b[K${line}`);
    this.#shown = line;
    if (share === 1) this.end();
  }

  step(sentence: string): void {
    this.end();
    this.say(sentence);
  }

  end(): void {
    if (this.#shown !== '') process.stderr.write('\n');
    this.#shown = '';
  }
}

class Lines implements Progress {
  #reportedAt = '';

  constructor(private readonly say: (line: string) => void) {}

  reading(file: string, done: number, size: number): void {
    const line = `Reading ${file}: ${Math.floor((done / size) * 10) * 10} %`;
    if (line === this.#reportedAt) return;
    this.#reportedAt = line;
    this.say(line);
  }

  step(sentence: string): void {
    this.say(sentence);
  }

  end(): void {}
}
