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

/** Everything that lives as long as the process. Only the app has all of it; each other place gets its part. */
export interface Services {
  clock: Clock;
  env: Env;
  log: Logger;
  metrics: Metrics;
  /** Slots of work, and who is let in. */
  admission: Admission;
  client: Client;
  routes: Routes;
  texts: Texts;
  assets: Assets;
  /** Props of islands that pages leave to be fetched. */
  islandTexts: IslandTextsOf;
  accounts: Accounts;
  reputation: Reputation;
  experiments: Experiments;
  pictures: Pictures;
  localPicture: LocalPicture;
  /** What the operator's file says of the shop; null where it says nothing. */
  settings: ShopSettings | null;
  branding: Branding;
  keys: SigningKeys;
  /** Counts what is searched for; null where the operator does not want it. */
  searchCounts: SearchCounts | null;
  /** Traces of requests; null where the operator has no collector of them. */
  tracing: Tracing | null;
  /** The catalogue is made up; pages say so. False until the marketplace has told. */
  isDemonstration(): boolean;
  /** The marketplace has answered when it was asked last. */
  isAnswering(): boolean;
  /** Folder with icons, images and the built browser files. */
  staticFolder: string;
  /** False from the moment the process is asked to stop. */
  isReady(): boolean;
  /** What the marketplace has told of its store of generations; null for nothing bad. */
  troubles(): MarketplaceTroubles;
}
