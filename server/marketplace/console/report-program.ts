import { z } from 'zod';
import type { Clock } from '../../clock/clock.js';
import { dayFigures, offerFaults } from '../../contract/console.js';
import { sentenceOf } from '../program/expected-error.js';
import { runProgram } from '../program/run-program.js';

/** Milliseconds that a report stays fresh, that a call waits for one, and after which the program is killed. */
const freshMs = 15_000;
const waitMs = 250;
const maxMs = 120_000;
/** Bytes of the longest report. */
const maxBytes = 16 * 1024 * 1024;

const count = z.number().int().min(0);
const reportSchema = z.object({
  at: z.string(),
  state: z.object({ bytes: count, freeBytes: count }),
  catalogue: z.union([
    z.string(),
    z.object({
      generation: z.string(),
      bytes: count,
      activatedAt: z.string(),
      isDemonstration: z.boolean(),
      counts: z.record(z.string(), count),
      productsWithoutOffer: count,
      unsold: offerFaults.shape.unsold,
      withheld: offerFaults.shape.withheld,
      withheldOffers: offerFaults.shape.first,
      incompleteShops: offerFaults.shape.shops,
      offers: z.object({ bytes: count }),
    }),
  ]),
  withdrawals: z.object({ open: z.array(z.unknown()) }),
  dataReports: z.object({ open: count }),
  retention: z.array(z.object({ overdue: count })),
  days: z.array(dayFigures),
});
export type OperatorReport = z.output<typeof reportSchema>;

/** A finished report, one in progress (null), or the reason for a failure. */
export type Report = { readonly report: OperatorReport | null; readonly failure: string | null };

export interface ReportProgram {
  /** Answers soon, with or without a report, so that customers' calls need not wait. */
  ask(): Promise<Report>;
  /** Marks the report as outdated. */
  forget(): void;
  stop(): Promise<void>;
}

/**
 * Runs `npm run report` as a program: it reads whole tables, which would block a thread of the shop.
 * @param operateProgram built file of the operator's commands
 */
export function reportProgram(operateProgram: URL, dataDir: string, clock: Clock): ReportProgram {
  const ended = new AbortController();
  const making: Report = { report: null, failure: null };
  /** `at`: when the report was finished; null while the program runs. */
  let last: { at: number | null; work: Promise<Report> } | null = null;
  async function make(): Promise<Report> {
    const limits = { timeout: maxMs, maxBuffer: maxBytes, signal: ended.signal };
    try {
      const report = await runProgram(operateProgram, ['report', '--json', '--data-dir', dataDir], limits);
      return { report: reportSchema.parse(JSON.parse(report)), failure: null };
    } catch (error) {
      return { report: null, failure: sentenceOf(error) };
    }
  }
  return {
    ask() {
      // The age counts from the end of the program, so that a slow report is shown, too.
      if (!last || (last.at !== null && clock.steady() - last.at > freshMs)) {
        const asked: typeof last = { at: null, work: make() };
        void asked.work.then(() => {
          asked.at = clock.steady();
        });
        last = asked;
      }
      return Promise.race([last.work, clock.sleep(waitMs).then(() => making)]);
    },
    forget() {
      last = null;
    },
    async stop() {
      ended.abort();
      await last?.work;
    },
  };
}
