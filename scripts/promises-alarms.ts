import { spawnSync } from 'node:child_process';
import { hasProgram, type Tried } from './lib-promises.ts';
import { at } from './lib-run.ts';

/** Each alarm is raised by its fault and by no other, as Prometheus itself reads the rules. */
export function alarms(): Tried[] {
  const promise = 'each alarm of docs/alarms.yml is raised by its own fault, and by no other';
  const goal = 'promtool: success';
  if (!hasProgram('promtool', 'prometheus'))
    return [{ promise, figure: 'not tried: promtool is missing (Debian: prometheus)', goal, isHeld: false }];
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'alarms.test.yml'], {
    cwd: at('docs'),
    encoding: 'utf8',
  });
  if (status !== 0) console.error(stdout + stderr);
  return [{ promise, figure: status === 0 ? 'success' : 'failed', goal, isHeld: status === 0 }];
}
