import type { Request } from 'express';
import { queryOf } from '../api/audience.js';
import type { Audience } from '../api/client.js';
import type { Received } from '../api/upstream.js';
import { askOf } from '../render/answer-page.js';
import { nobody, pageRequest } from '../render/make-page.js';
import { editions } from '../routes/editions.js';
import type { Services } from '../services.js';
import { menuItems } from './menu.js';

/**
 * The answer of `GET /api/navigation` with `items` besides: the steps of the navigation as list, vehicle, category and
 * link (specification 3). They carry addresses, which only the web tier knows (D3); `categoryId` opens its list.
 *
 * @throws ProblemError as the marketplace's answers.
 */
export async function withNavigationItems(
  services: Services,
  request: Request,
  { locale, country }: Audience,
  received: Received,
): Promise<Received> {
  const edition = editions[locale];
  const query = queryOf(request);
  const place = { ...request.place, edition, prefix: services.routes.base(edition, request.host ?? '') };
  const match = { name: 'menu', params: {}, tail: null, rest: '/' } as const;
  const ask = { ...askOf(services, request, { place, match, query }), country };
  const modelId = query.get('type') === '3' ? query.get('id') : null;
  const items = await menuItems(pageRequest(services, ask, nobody), query.get('categoryId'), modelId);
  return { ...received, body: Buffer.from(JSON.stringify({ ...JSON.parse(received.body.toString()), items })) };
}
