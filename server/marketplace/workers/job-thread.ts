import { BroadcastChannel, parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../clock/clock.js';
import { startImportJobs } from '../merchants/import-jobs.js';
import { namesOfShop } from '../offer-store/stored-shops.js';
import type { ShopFile } from '../shop-file/shop-file.js';
import { openStateAt } from '../state/state-place.js';
import { type JobOrder, type JobThreadData, jobChannel } from './job-worker.js';

/** Connections for changes, and for leases at the same time. */
const databaseConnections = 3;
const reportMs = 2000;

/** Entry of the job worker: import jobs of merchants, feeds and messages, apart from the thread of carts. */
const { dataDir, settings, importProgram, file } = workerData as JobThreadData;
const { databaseUrl, feedsLoopback: isLoopbackAllowed = false, smtpUrl } = settings;
if (!parentPort) throw new Error('job-thread.ts runs as a worker thread');
const parent = parentPort;
const clock = systemClock;
const db = await openStateAt({ dataDir, clock, databaseUrl, databaseConnections });
const shared = { db, dataDir, clock, importProgram: new URL(importProgram) };
// Contains an HTTP client that few shops need.
const { startFeeds } = file || smtpUrl ? await import('../feeds/start-feeds.js') : { startFeeds: null };
const onFile = (changed: ShopFile): void => parent.postMessage(changed);
const needs = { ...shared, environment: process.env, isLoopbackAllowed, smtpUrl, onFile };
const feeds = startFeeds?.(file ?? { feeds: [], webhooks: [], senders: {} }, needs);
const jobs = startImportJobs({
  ...shared,
  namesOf: (id) => namesOfShop(dataDir, id),
  targets: () => feeds?.file().webhooks.map(({ name }) => name) ?? [],
  senders: () => (smtpUrl === undefined ? {} : (feeds?.file().senders ?? {})),
});
const channel = new BroadcastChannel(jobChannel);
const report = clock.every(reportMs, () => channel.postMessage(jobs.trouble() ?? feeds?.trouble() ?? null));

async function stop(): Promise<void> {
  report.cancel();
  channel.close();
  await feeds?.stop();
  await jobs.stop();
  await db.destroy();
  parent.close();
}

parent.on('message', (order: JobOrder) => {
  if (order === 'wake') jobs.wake();
  else void stop();
});
