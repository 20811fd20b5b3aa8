import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './catalogue.ts';

/** Copies the built shop, so that a test can change its texts. The copy has no code cache of V8. */
export function copyBuild(): { folder: string; program: string; forget(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'partavo-build-'));
  mkdirSync(join(folder, 'dist'));
  for (const name of readdirSync(join(root, 'dist'))) {
    if (
      /^(server|marketplace-worker|job-thread|check-store|import|operate)\.js$|\.cjs$|^(search-data|vehicle-data|locales|build-id|features\.json)$/.test(
        name,
      )
    )
      cpSync(join(root, 'dist', name), join(folder, 'dist', name), { recursive: true });
  }
  for (const name of ['static', 'node_modules', 'package.json']) symlinkSync(join(root, name), join(folder, name));
  return {
    folder,
    program: join(folder, 'dist/server.js'),
    forget: () => rmSync(folder, { recursive: true, force: true }),
  };
}
