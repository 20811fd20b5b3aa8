import type { Logger } from 'pino';
import type { Clock } from '../../clock/clock.js';
import type { Env } from '../../env.js';
import type { Client } from '../api/client.js';
import type { Assets } from '../assets/assets.js';
import type { Branding } from '../branding/branding.js';
import type { SigningKeys } from '../http/signing-keys.js';
import type { Metrics } from '../metrics/metrics.js';
import type { Routes } from '../routes/routes.js';
import type { Texts } from '../texts/texts.js';
import type { Tracing } from '../tracing/trace.js';

/** Services that the merchant portal and the operator's console share. */
export interface PortalServices {
  readonly clock: Clock;
  readonly env: Env;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly client: Client;
  readonly routes: Routes;
  readonly texts: Texts;
  readonly assets: Assets;
  readonly branding: Branding;
  /** Folder of the files for browsers, such as style sheets. */
  readonly staticFolder: string;
  /** Keys that sign cookies and forms. */
  readonly keys: SigningKeys;
  /** Traces of requests; null where the operator has no collector of them. */
  readonly tracing: Tracing | null;
}
