import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectDefaultMetrics } from 'prom-client';
import { expect, test } from 'vitest';
import { watchFeeds, watchStorage } from '../server/web/metrics/marketplace-gauges.js';
import { Metrics } from '../server/web/metrics/metrics.js';
import { watchThreads } from '../server/web/metrics/process-metrics.js';
import { ManualClock } from '../test/support/manual-clock.ts';
import { root } from './lib-run.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const names = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name]) => String(name));

test('every metric in alarms, suggestions and the dashboard exists', () => {
  const clock = new ManualClock();
  const { registry } = new Metrics(clock);
  collectDefaultMetrics({ register: registry });
  watchFeeds(registry, clock, () => Promise.reject(new Error('none')));
  watchThreads(registry, {});
  watchStorage(registry, clock, () => Promise.reject(new Error('none')));
  const exported = new Set(registry.getMetricsAsArray().map(({ name }) => name));
  const asked = names(
    ['alarms.yml', 'operating.md', 'runbooks.md', 'dashboard.json'].map((file) => read(`docs/${file}`)).join('\n'),
    /\b(partavo_[a-z_]*[a-z]|nodejs_[a-z_0-9]+|process_[a-z_]+_(?:bytes|seconds))(?![*{a-z_])/g,
  );
  expect(asked.length).toBeGreaterThan(20);
  const unknown = asked.filter(
    (name) => !exported.has(name) && !exported.has(name.replace(/_(?:bucket|sum|count)$/, '')),
  );
  expect([...new Set(unknown)]).toEqual([]);
});

test('the tests of the rules raise each alarm', () => {
  const alarms = names(read('docs/alarms.yml'), /- alert: (\w+)/g);
  const raised = new Set(names(read('docs/alarms.test.yml'), /alertname="(\w+)"/g));
  expect(alarms.filter((name) => !raised.has(name))).toEqual([]);
  expect([...raised].filter((name) => !alarms.includes(name))).toEqual([]);
});

test('each alarm has a link to its runbook', () => {
  const alarms = names(read('docs/alarms.yml'), /- alert: (\w+)/g);
  const anchors = names(read('docs/alarms.yml'), /runbook_url: runbooks\.md#(\w+)/g);
  expect(anchors).toHaveLength(alarms.length);
  const headings = names(read('docs/runbooks.md'), /^## (\w+)/gm).map((heading) => heading.toLowerCase());
  expect(anchors.filter((anchor) => !headings.includes(anchor))).toEqual([]);
});
