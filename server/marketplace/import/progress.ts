import { Presets, SingleBar } from 'cli-progress';

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

class Bar implements Progress {
  #bar: SingleBar | null = null;
  #file = '';

  constructor(private readonly say: (line: string) => void) {}

  reading(file: string, done: number, size: number): void {
    if (!this.#bar || this.#file !== file) {
      this.end();
      this.#file = file;
      this.#bar = new SingleBar({ format: '{bar} {percentage} %  {file}', hideCursor: true }, Presets.shades_classic);
      this.#bar.start(size, 0, { file });
    }
    this.#bar.update(done);
    if (done >= size) this.end();
  }

  step(sentence: string): void {
    this.end();
    this.say(sentence);
  }

  end(): void {
    this.#bar?.stop();
    this.#bar = null;
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
