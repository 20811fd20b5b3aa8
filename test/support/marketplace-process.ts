import type { ChildProcess } from 'node:child_process';
import { root } from './catalogue.ts';
import { endProgram, startProgram } from './program.ts';

/** A marketplace in a process of its own, like `npm run marketplace`. */
export interface MarketplaceProcess {
  readonly port: number;
  readonly origin: string;
  readonly process: ChildProcess;
  /** All lines of its log so far. */
  log(): string;
  /** Ends it. @param signal `SIGKILL` for a crash */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/**
 * @param env with `DATA_DIR`; without a port it gets a free one
 * @param within command that runs the program, such as `taskset`
 */
export async function startMarketplace(
  env: Record<string, string>,
  within: readonly string[] = [],
): Promise<MarketplaceProcess> {
  let output = '';
  const { child, value: port } = await startProgram<number>({
    name: 'marketplace',
    command: [...within, process.execPath, `${root}/dist/marketplace.js`],
    env: { MARKETPLACE_PORT: '0', IMPORT_PRIORITY: 'normal', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    output: 'stderr',
    isFollowed: true,
    lastOutput: () => output,
    read(line) {
      output += `${line}\n`;
      const { event, port } = line.startsWith('{') ? JSON.parse(line) : {};
      return event === 'marketplace_listening' ? port : undefined;
    },
  });
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    process: child,
    log: () => output,
    end: (signal) => endProgram(child, signal),
  };
}
