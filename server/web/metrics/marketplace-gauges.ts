import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../clock/clock.js';

/** Milliseconds for which one answer serves all series of a reading. */
const sharedMs = 1000;

/** Adds a gauge that is set from each report, and has no value where the marketplace does not answer. */
type AddGauge<Report> = (
  name: string,
  help: string,
  labelNames: readonly string[],
  set: (gauge: Gauge, report: Report) => void,
) => void;

/**
 * Makes gauges of a report. Reading the metrics asks the marketplace for it, once for all of its gauges.
 */
export function marketplaceGauges<Report>(
  registry: Registry,
  clock: Clock,
  load: () => Promise<Report>,
): AddGauge<Report> {
  let reading: Promise<Report | null> | null = null;
  const latest = (): Promise<Report | null> => {
    if (!reading) {
      reading = load().catch(() => null);
      clock.after(sharedMs, () => {
        reading = null;
      });
    }
    return reading;
  };
  return (name, help, labelNames, set) => {
    const gauge: Gauge = new Gauge({
      registers: [registry],
      name,
      help,
      labelNames: [...labelNames],
      async collect() {
        forget();
        const report = await latest();
        if (report) set(gauge, report);
      },
    });
    // `reset` sets a gauge without labels to 0, which would be wrong while the marketplace has not answered.
    const forget = (): void => {
      gauge.reset();
      if (labelNames.length === 0) gauge.remove();
    };
    forget();
  };
}
