import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../clock/clock.js';
import type { LogThreadData } from '../offer-store/shared-offers.js';
import { logWarnings } from '../program/log.js';
import { type FollowThreadData, followAsThread } from './follow-as-thread.js';
import { writeAsThread } from './write-as-thread.js';

/**
 * Entry of the thread that connects offers to PostgreSQL: for a writer that waits for each answer, or for a folder that
 * follows the commits.
 */
logWarnings();
const data = workerData as LogThreadData | FollowThreadData;
if (data.role === 'write') void writeAsThread(data, systemClock);
else if (parentPort) void followAsThread(data, parentPort, systemClock);
