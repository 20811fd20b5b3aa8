import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb, type Web } from '../../../test/doubles/web.js';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
  await web.renew();
});
afterAll(() => web.stop());

const report = (type: string, body: unknown) =>
  web.post('/api/policy-reports', JSON.stringify(body), { 'content-type': type });
const counted = async (): Promise<string[]> =>
  (await web.services.metrics.registry.getSingleMetricAsString('partavo_policy_violations_total'))
    .split('\n')
    .filter((line) => !line.startsWith('#') && line !== '');

test('violations are counted by directive, in both formats of browsers, and nothing else of them is recorded', async () => {
  const address = 'https://shop.example/CANARY';
  const old = { 'csp-report': { 'document-uri': address, 'effective-directive': 'img-src' } };
  expect((await report('application/csp-report', old)).status).toBe(204);
  const oldest = { 'csp-report': { 'document-uri': address, 'violated-directive': 'style-src' } };
  expect((await report('application/csp-report', oldest)).status).toBe(204);
  const body = { effectiveDirective: 'script-src-elem', documentURL: address, sample: 'CANARY' };
  const several = [
    { type: 'csp-violation', body },
    { type: 'csp-violation', body: { effectiveDirective: 'made-up CANARY' } },
    { type: 'csp-violation' },
    { type: 'deprecation', body: { effectiveDirective: 'img-src' } },
  ];
  expect((await report('application/reports+json', several)).status).toBe(204);
  expect(await counted()).toEqual([
    'partavo_policy_violations_total{directive="img-src"} 1',
    'partavo_policy_violations_total{directive="style-src"} 1',
    'partavo_policy_violations_total{directive="script-src"} 1',
    'partavo_policy_violations_total{directive="other"} 2',
  ]);
  expect(web.lines.join('\n')).not.toContain('CANARY');
});

test.each([
  ['application/csp-report', {}, 400],
  ['application/reports+json', [{ type: 1 }], 400],
  ['application/reports+json', Array.from({ length: 21 }, () => ({ type: 'csp-violation' })), 400],
  ['application/reports+json', [{ type: 'x'.repeat(20_000) }], 413],
  ['application/json', [], 400],
])('a body of %s that is no report is refused', async (type, body, status) => {
  expect((await report(type, body)).status).toBe(status);
});

test('pages name the address for violations', async () => {
  const { headers } = await web.request('/Informationen/Impressum');
  expect(headers['content-security-policy']).toMatch(/report-uri \/api\/policy-reports$/);
});
