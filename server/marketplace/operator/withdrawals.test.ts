import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { operatorFolder } from '../../../test/fixtures/marketplace/operator/operator-folder.js';

const { operate, report, rows, service } = operatorFolder();

test('the command lists and closes declarations, and no other list has personal data', async () => {
  const declare = (name: string) =>
    service().call('/api/Widerruf', {
      body: { key: randomUUID(), name, orderId: 'ULU-17', email: `${name}@canary.example` },
    });
  const [first, second] = [(await declare('Anna')).body.number, (await declare('Berta')).body.number];
  const reported = await report();
  expect(reported.withdrawals).toMatchObject({ received: 2, open: [{ number: first }, { number: second }] });
  expect(`${JSON.stringify(reported)}${(await operate('report')).output}`).not.toMatch(/canary|Anna|ULU-17/);
  expect((await operate('withdrawals')).output).toMatch(/Anna.*Anna@canary\.example.*\n.*Berta/s);
  const received = (name: string, at: string) =>
    rows(`update withdrawal set created_at = '${at}' where name = '${name}'`);
  await received('Berta', '2026-01-01T00:00:00.000Z');
  expect((await operate('withdrawals')).output).toMatch(/Berta.*Anna/s);
  expect((await report()).withdrawals.open).toMatchObject([{ number: second }, { number: first }]);
  await received('Anna', '2025-01-01T00:00:00.000Z');
  expect((await operate('withdrawals')).output).toMatch(/Anna.*Berta/s);
  expect(await operate('withdrawals', '--handled', first.toLowerCase())).toEqual({
    code: 0,
    output: expect.stringContaining('dealt with'),
  });
  expect((await report()).withdrawals).toMatchObject({ received: 2, open: [{ number: second }] });
  const handled = await rows('select id, handled_at from withdrawal order by id');
  expect((await operate('withdrawals', '--handled', first)).code).toBe(0);
  expect(await rows('select id, handled_at from withdrawal order by id')).toEqual(handled);
  expect((await operate('withdrawals')).output).not.toContain('Anna');
  expect((await operate('withdrawals', '--all')).output).toMatch(/handled \d{4}-/);
  expect(await operate('withdrawals', '--handled', 'W-0000')).toEqual({
    code: 1,
    output: 'There is no declaration W-0000.',
  });
});
