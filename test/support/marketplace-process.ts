import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { root } from './catalogue.ts';

/** A marketplace that runs alone, as `npm run marketplace` starts it. */
export interface MarketplaceProcess {
  readonly port: number;
  readonly origin: string;
  readonly process: ChildProcess;
  /** All lines of its log so far. */
  log(): string;
  /** Ends it. @param signal `SIGKILL` = as a crash does */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** @param env with `DATA_DIR`; the port is a free one where none is given */
export async function startMarketplace(env: Record<string, string>): Promise<MarketplaceProcess> {
  const child = spawn(process.execPath, [`${root}/dist/marketplace.js`], {
    cwd: root,
    env: { PATH: process.env.PATH, MARKETPLACE_PORT: '0', IMPORT_PRIORITY: 'normal', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the marketplace ended with ${code}: ${said}`)));
    createInterface({ input: child.stderr }).on('line', (line) => {
      said += `${line}\n`;
      const told = line.startsWith('{') ? JSON.parse(line) : {};
      if (told.event === 'marketplace_listening') resolve(told.port);
    });
  });
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    process: child,
    log: () => said,
    async end(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
  };
}
