/** `npm run check`: runs all checks, two at a time, prints their output, and fails if one of them fails. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buildIfStale, root } from './lib-run.ts';

const checks = ['budgets', 'types', 'lint', 'unused', 'locales', 'english', 'boundaries', 'real-time', 'packages'];

await buildIfStale();
const failed: string[] = [];
async function work(): Promise<void> {
  for (let name = checks.shift(); name; name = checks.shift()) {
    const start = performance.now();
    const child = spawn('npm', ['run', '--silent', name], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        output += text;
      });
    const [code] = await once(child, 'close');
    if (code !== 0) failed.push(name);
    console.log(`${name}: ${code === 0 ? 'fine' : 'failed'} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
    if (output.trim()) console.log(output.trim());
  }
}
await Promise.all([work(), work()]);
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;
