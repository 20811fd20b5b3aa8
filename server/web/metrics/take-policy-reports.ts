import express, { type RequestHandler } from 'express';
import { z } from 'zod';
import { ProblemError } from '../../contract/problem.js';

/** Directives of our policies; whatever else is reported is `other`. */
const directives = [
  'script-src',
  'style-src',
  'img-src',
  'connect-src',
  'frame-src',
  'manifest-src',
  'form-action',
  'base-uri',
  'require-trusted-types-for',
  'trusted-types',
] as const;
const mostReports = 20;

const name = z.string().max(100);
const single = z.object({
  'csp-report': z.object({ 'effective-directive': name.optional(), 'violated-directive': name.optional() }),
});
const several = z
  .array(z.object({ type: name, body: z.object({ effectiveDirective: name.optional() }).optional() }))
  .max(mostReports);

/** Reads what browsers send (Reporting API, and the older `report-uri`). */
export const readReports = express.json({
  limit: '16kb',
  inflate: false,
  type: ['application/csp-report', 'application/reports+json'],
});

function directivesOf(body: unknown): string[] {
  const one = single.safeParse(body);
  if (one.success) {
    const report = one.data['csp-report'];
    return [report['effective-directive'] ?? report['violated-directive'] ?? ''];
  }
  const list = several.safeParse(body);
  if (!list.success) throw new ProblemError('invalid');
  return list.data
    .filter(({ type }) => type === 'csp-violation')
    .map(({ body: report }) => report?.effectiveDirective ?? '');
}

/**
 * `POST /api/policy-reports`: counts violations by directive. Addresses, samples and whatever else a report holds may
 * be personal and are dropped.
 *
 * @throws ProblemError `invalid` for what is no report.
 */
export function takePolicyReports(metrics: { policyViolated(directive: string): void }): RequestHandler {
  return (request, response) => {
    request.notes.route = 'api.policyReports';
    for (const reported of directivesOf(request.body)) {
      const [directive = ''] = reported.split(' ');
      const known = directives.find((each) => directive === each || directive.startsWith(`${each}-`));
      metrics.policyViolated(known ?? 'other');
    }
    response.setHeader('Cache-Control', 'private, no-store');
    response.status(204).end();
  };
}
