import type { Logger } from 'pino';
import type { LocalPicture } from '../../../views/local-picture.js';
import type { Clock } from '../../clock/clock.js';
import type { MarketplaceTroubles } from '../../contract/offer-changes.js';
import type { Env } from '../../env.js';
import type { ShopSettings } from '../../shop-file/shop-settings.js';
import type { Accounts } from '../accounts/accounts.js';
import type { Admission } from '../admission/admission.js';
import type { Client } from '../api/client.js';
import type { Assets } from '../assets/assets.js';
import type { Branding } from '../branding/branding.js';
import type { Experiments } from '../experiments/experiments.js';
import type { SearchCounts } from '../http/search-counts.js';
import type { SigningKeys } from '../http/signing-keys.js';
import type { Metrics } from '../metrics/metrics.js';
import type { Pictures } from '../pictures/pictures.js';
import type { IslandTextsOf } from '../render/island-texts.js';
import type { Reputation } from '../reputation/reputation.js';
import type { Routes } from '../routes/routes.js';
import type { Texts } from '../texts/texts.js';
import type { Tracing } from '../tracing/trace.js';

/** Services that live as long as the process. */
export interface Services {
  clock: Clock;
  env: Env;
  log: Logger;
  metrics: Metrics;
  admission: Admission;
  client: Client;
  routes: Routes;
  texts: Texts;
  assets: Assets;
  /** Props of islands that pages load separately. */
  islandTexts: IslandTextsOf;
  accounts: Accounts;
  reputation: Reputation;
  experiments: Experiments;
  pictures: Pictures;
  localPicture: LocalPicture;
  /** The operator's file; null without one. */
  settings: ShopSettings | null;
  branding: Branding;
  keys: SigningKeys;
  /** Counts of searches; null if the operator turned them off. */
  searchCounts: SearchCounts | null;
  /** Traces of requests; null without a collector. */
  tracing: Tracing | null;
  /** The catalogue is a demonstration; false until the marketplace answers. */
  isDemonstration(): boolean;
  /** The marketplace answered the last poll. */
  isAnswering(): boolean;
  /** Folder with icons, images and built browser files. */
  staticFolder: string;
  /** False once the process was asked to stop. */
  isReady(): boolean;
  /** Troubles that the marketplace reported; empty for none. */
  troubles(): MarketplaceTroubles;
}
