import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type FeatureDefinitions, GrowthBookClient } from '@growthbook/growthbook';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../../clock/clock.js';
import type { Env } from '../../env.js';
import { obtainSession } from '../api/calls/session.js';
import type { Client } from '../api/client.js';
import { hasAccepted } from '../consent/consent.js';
import { audienceOf } from '../http/audience.js';
import { describeError } from '../http/log.js';
import { events } from '../http/log-events.js';
import { signedSessionOf } from '../http/session-cookie.js';
import type { SigningKeys } from '../http/signing-keys.js';
import { poll } from '../remote-data/poll.js';
import { editions } from '../routes/editions.js';

/** Who is assigned: their session and the country of the edition; neither leaves the program (D32). */
export interface Subject {
  session: string;
  country: string;
}
export interface Exposure {
  experiment: string;
  variation: string;
}
export interface Experiments {
  /** Flags that are on for the visitor, and the experiments that have decided it. */
  assign(subject: Subject): { flags: string[]; exposures: Exposure[] };
  /** Resolves when the first look at the endpoint is over. */
  readonly begun: Promise<void>;
  stop(): void;
}

const minute = 60_000;
/** Features that were good once are good for as long as the endpoint is away. */
const times = { every: minute, retryAfter: minute, keepFor: Number.POSITIVE_INFINITY };

const featureFile = z.record(z.string(), z.looseObject({ defaultValue: z.unknown() }));
const featureResponse = z.looseObject({ features: featureFile });

/** Beside the bundled program, or beside this source. */
function bundledFeatures(): FeatureDefinitions {
  const file = fileURLToPath(new URL('./features.json', import.meta.url));
  return existsSync(file) ? (featureFile.parse(JSON.parse(readFileSync(file, 'utf8'))) as FeatureDefinitions) : {};
}

/**
 * GrowthBook's SDK decides; the features come from its endpoint, and until it has answered well from the program's own
 * file. The SDK's own loader has no timeout and takes any JSON for features, hence `poll`.
 */
export function createExperiments(env: Env, log: Logger, clock: Clock): Experiments {
  const growthBook = new GrowthBookClient();
  growthBook.initSync({ payload: { features: bundledFeatures() } });
  const polled = env.GROWTHBOOK_API_HOST
    ? poll({
        ...times,
        clock,
        url: `${env.GROWTHBOOK_API_HOST}/api/features/${env.GROWTHBOOK_CLIENT_KEY}`,
        schema: featureResponse,
        onValue: ({ features }) => growthBook.setPayload({ features: features as FeatureDefinitions }),
        onFailed: (error) => log.warn({ what: 'features', error: describeError(error) }, events.remoteDataFailed),
      })
    : null;
  return {
    assign({ session, country }) {
      const user = { attributes: { id: session, country } };
      const flags: string[] = [];
      const exposures: Exposure[] = [];
      for (const flag of Object.keys(growthBook.getFeatures())) {
        const { on, experiment, experimentResult } = growthBook.evalFeature(flag, user);
        if (on) flags.push(flag);
        if (experiment && experimentResult?.inExperiment)
          exposures.push({ experiment: experiment.key, variation: experimentResult.key });
      }
      return { flags, exposures };
    },
    begun: polled?.begun ?? Promise.resolve(),
    stop: () => polled?.stop(),
  };
}

/**
 * `GET /api/experiments`: the flags of this visitor, and what the tag manager may be called with them, which is nothing
 * before it is allowed (D32). A visitor who has allowed it and has no session gets one, which is not stored (D79).
 * Without a session a visitor is in no experiment. No page depends on it, so that pages stay the same for everybody
 * (D27).
 */
export function experimentsCall(
  client: Client,
  keys: SigningKeys,
  experiments: Experiments,
  tagManager: string | undefined,
): RequestHandler {
  const tagHost = tagManager && new URL(tagManager).host;
  return async (request, response) => {
    const { locale } = audienceOf(request);
    request.notes.route = `api.experiments___${locale}`;
    response.setHeader('Cache-Control', 'private, no-store');
    const mayReport = tagHost !== undefined && hasAccepted(request, tagHost);
    const session = mayReport
      ? (await obtainSession(client, keys, request, response)).sid
      : signedSessionOf(keys, request);
    if (!session) return void response.json({ flags: [], exposures: [] });
    const { flags, exposures } = experiments.assign({ session, country: editions[locale].country });
    response.json({ flags, exposures: mayReport ? exposures : [] });
  };
}
