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

/** Assigned visitor: session, and country of the edition. Neither leaves the process (D32). */
export interface Subject {
  session: string;
  country: string;
}
export interface Exposure {
  experiment: string;
  variation: string;
}
export interface Experiments {
  /** Returns the visitor's flags, and the experiments that decided them. */
  assign(subject: Subject): { flags: string[]; exposures: Exposure[] };
  /** Resolves after the first poll of the endpoint. */
  readonly begun: Promise<void>;
  stop(): void;
}

const minuteMs = 60_000;
/** Features stay valid while the endpoint cannot be reached. */
const times = { everyMs: minuteMs, retryAfterMs: minuteMs, keepForMs: Number.POSITIVE_INFINITY };

const featureFile = z.record(z.string(), z.looseObject({ defaultValue: z.unknown() }));
const featureResponse = z.looseObject({ features: featureFile });

/** Returns the features in the file beside the bundle or the source. */
function bundledFeatures(): FeatureDefinitions {
  const file = fileURLToPath(new URL('./features.json', import.meta.url));
  return existsSync(file) ? (featureFile.parse(JSON.parse(readFileSync(file, 'utf8'))) as FeatureDefinitions) : {};
}

/**
 * Assigns visitors by GrowthBook's SDK. Features come from its endpoint, before that from the bundled file. The SDK's
 * own loader has no timeout and accepts any JSON, so `poll` replaces it.
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
 * Answers `GET /api/experiments` with the visitor's flags, and with exposures for the tag manager after consent (D32).
 * A visitor who consented gets a session, which is not stored (D79). Without a session there are no experiments. Pages
 * never depend on flags, so they stay shared (D27).
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
