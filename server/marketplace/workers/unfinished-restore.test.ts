import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testClock } from '../../../test/support/ticking-clock.js';
import { beginRestore } from '../data-folder/unfinished-restore.js';
import { startService } from './state-service.js';

test('no cart is served from a folder whose restore was stopped half way', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'unfinished-'));
  beginRestore(dataDir, '/backups/state.db');
  await expect(startService({ dataDir, clock: testClock })).rejects.toThrow(/npm run restore -- \/backups\/state\.db/);
  rmSync(dataDir, { recursive: true });
});
