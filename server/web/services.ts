import type { Logger } from 'pino';
import type { OwnPicture } from '../../views/own-picture.js';
import type { Env } from '../env.js';
import type { Accounts } from './accounts/accounts.js';
import type { Client } from './api/client.js';
import type { Experiments } from './experiments/experiments.js';
import type { Metrics } from './metrics/metrics.js';
import type { Pictures } from './pictures/pictures.js';
import type { Assets } from './render/assets.js';
import type { WordsOf } from './render/island-words.js';
import type { Reputation } from './reputation/reputation.js';
import type { Routes } from './routes/routes.js';
import type { Texts } from './texts/texts.js';

/** What lives as long as the process; made once at boot and handed to whoever needs it. */
export interface Services {
  env: Env;
  log: Logger;
  metrics: Metrics;
  client: Client;
  routes: Routes;
  texts: Texts;
  assets: Assets;
  /** Props of islands that pages leave to be fetched. */
  islandWords: WordsOf;
  accounts: Accounts;
  reputation: Reputation;
  experiments: Experiments;
  pictures: Pictures;
  /** Pictures that the operator has put beside the shop. */
  ownPicture: OwnPicture;
  /** Key of signatures. */
  secret: string;
  /** The catalogue is made up; pages say so. False until the marketplace has told. */
  isDemonstration(): boolean;
  /** Folder with icons, images and the built browser files. */
  staticFolder: string;
  /** False from the moment the process is asked to stop. */
  isReady(): boolean;
}
