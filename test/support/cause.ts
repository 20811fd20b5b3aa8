import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './catalogue.ts';
import { logged, type Shop } from './shop.ts';

/** Returns the support code of an error page; empty without one. */
export const codeOf = (text: string): string =>
  /\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(text.replace(/<style>.*?<\/style>/gs, ''))?.[0] ?? '';

/** Returns the log lines for a support code: `npm run logs -- CODE` on the log of a shop and its marketplace. */
export async function causeOf(code: string, shop: Shop): Promise<string> {
  await logged(shop, ({ event, reqId }) => event === 'request' && String(reqId).startsWith(code));
  const folder = mkdtempSync(join(tmpdir(), 'cause-'));
  const file = join(folder, 'log');
  writeFileSync(file, `${shop.log.map((line) => JSON.stringify(line)).join('\n')}\n${shop.errors()}`);
  return new Promise<string>((resolve, reject) =>
    execFile(process.execPath, [join(root, 'scripts/logs.mjs'), code, file], (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    ),
  ).finally(() => rmSync(folder, { recursive: true, force: true }));
}
