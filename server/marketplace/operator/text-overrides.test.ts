import { join } from 'node:path';
import { expect, test } from 'vitest';
import { query } from '../../../test/fixtures/marketplace/generation/query.js';
import { operatorFolder } from '../../../test/fixtures/marketplace/operator/operator-folder.js';

const { dataDir, operate, rows } = operatorFolder();

test('served texts have only the markup that feeds may have, and a name is text', async () => {
  const put = (field: string, text: string) =>
    rows(`insert into correction (kind, subject, field, language, text, changed_at)
      values ('shop', 1, '${field}', '', '${text}', '2026-01-01')`);
  await put('terms', '<p onclick="x()">AGB<script>x()</script></p>');
  await put('name', 'A < B');
  expect((await operate('text-overrides', 'list')).output).toContain('onclick');
  expect(await operate('text-overrides', 'serve')).toEqual({ code: 0, output: '2 texts are others now.' });
  expect(query(join(dataDir(), 'offers.db'), 'select field, text from correction order by field')).toEqual([
    { field: 'name', text: 'A < B' },
    { field: 'terms', text: '<p>AGB</p>' },
  ]);
  expect((await operate('text-overrides', 'serve')).output).toBe('0 texts are others now.');
  expect((await operate('text-overrides', 'show')).code).toBe(2);
});
