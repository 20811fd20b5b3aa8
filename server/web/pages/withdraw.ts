import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import type { WithdrawalFields, WithdrawalModel } from '../../../views/models.js';
import { ProblemError } from '../../contract/problem.js';
import { withdrawalBody } from '../../contract/withdrawals.js';
import { field } from '../api/audience.js';
import { deliveryCountry } from '../http/place.js';
import { answerPage } from '../render/answer-page.js';
import { externalPage } from '../routes/external-pages.js';
import type { Place, RouteMatch } from '../routes/routes.js';
import type { Services } from '../services.js';
import { informationPageOf, withdrawalPage } from './information.page.js';

const names = ['name', 'orderId', 'email'] as const satisfies (keyof WithdrawalFields)[];

/** What a form has sent, as it is shown again: one line each, and no more than any name or address has. */
function fieldsOf(body: unknown): WithdrawalFields {
  const read = (name: string): string => {
    const value = field(body, name);
    return typeof value === 'string' ? value.replace(/\s+/g, ' ').trim().slice(0, 300) : '';
  };
  return { name: read('name'), orderId: read('orderId'), email: read('email') };
}

/** The step that follows from a form: faults, the question whether it is meant so, or the receipt. */
async function nextStep(services: Services, request: Request, place: Place): Promise<WithdrawalModel> {
  const fields = fieldsOf(request.body);
  const faults = names.filter((name) => !withdrawalBody.shape[name].safeParse(fields[name]).success);
  if (faults.length > 0) return { step: 'form', fields, faults };
  if (field(request.body, 'step') !== 'confirm') return { step: 'confirm', fields, key: randomUUID() };
  const key = withdrawalBody.shape.key.safeParse(field(request.body, 'key'));
  if (!key.success) return { step: 'confirm', fields, key: randomUUID() };
  const { edition } = place;
  const api = services.client.for({ locale: edition.locale, country: deliveryCountry(request, edition) });
  const { number, receivedAt } = await api.call(
    'withdrawal',
    { ...fields, key: key.data },
    { body: { ...fields, key: key.data } },
  );
  return { step: 'receipt', fields, number, receivedAt: new Date(receivedAt) };
}

/**
 * The form on the page about withdrawal: two steps without logging in, then a receipt with content, date and time
 * (Directive 2011/83/EU, Article 11a). Nothing that is entered reaches an address or a log.
 */
export async function withdraw(
  services: Services,
  request: Request,
  response: Response,
  { place, match }: { place: Place; match: RouteMatch },
): Promise<void> {
  if (
    informationPageOf(place.edition, match) !== 'revocation' ||
    externalPage(services.env, place.edition, 'revocation')
  ) {
    response.setHeader('Allow', 'GET, HEAD');
    throw new ProblemError('method');
  }
  const step = await nextStep(services, request, place);
  const status = step.step === 'form' ? 400 : 200;
  const asked = { place, match, query: new URLSearchParams() };
  await answerPage(services, request, response, withdrawalPage(step), asked, status);
}
