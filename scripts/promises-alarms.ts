import { spawnSync } from 'node:child_process';
import type { Kept } from './lib-promises.ts';
import { at } from './lib-run.ts';

const hasPromtool = (): boolean => spawnSync('promtool', ['--version']).status === 0;

/** Each alarm is raised by its fault and by no other, as Prometheus itself reads the rules. */
export async function alarms(): Promise<Kept[]> {
  const promise = 'each alarm of docs/alarms.yml is raised by its own fault, and by no other';
  const numbers = [30];
  const goal = 'promtool: success';
  if (!hasPromtool() && process.getuid?.() === 0)
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'prometheus'], { stdio: 'ignore' });
  if (!hasPromtool())
    return [{ numbers, promise, figure: 'not tried: promtool is missing (Debian: prometheus)', goal, isHeld: false }];
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'alarms.test.yml'], {
    cwd: at('docs'),
    encoding: 'utf8',
  });
  if (status !== 0) console.error(stdout + stderr);
  return [{ numbers, promise, figure: status === 0 ? 'success' : 'failed', goal, isHeld: status === 0 }];
}
