import type { Clock } from '../../clock/clock.js';
import type { StoreSettings } from '../../env-marketplace.js';
import type { ObjectStore } from './object-store.js';

/** Opens the configured store and loads only its program. */
export async function openStore(settings: StoreSettings, clock: Clock): Promise<ObjectStore> {
  if (settings.kind === 'folder') {
    const { FolderStore } = await import('./folder-store.js');
    return new FolderStore(settings.path, clock);
  }
  const { S3Store } = await import('./s3-store.js');
  return new S3Store(settings, clock);
}
