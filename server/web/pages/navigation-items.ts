import type { Request } from 'express';
import type { Received } from '../cache/cached-response.js';
import { type Audience, queryOf } from '../http/audience.js';
import type { PageRequests } from '../render/page-requests.js';
import type { Routes } from '../routes/routes.js';
import { menuItems } from './menu.js';

/**
 * Adds `items` to the response of `GET /api/navigation`: list, vehicle, category and link (specification 3). They
 * contain addresses, which only the web tier knows (D3). `categoryId` opens its list.
 *
 * @throws ProblemError as the marketplace's answers.
 */
export function createNavigationItems({ routes, requests }: { routes: Routes; requests: PageRequests }) {
  return async (request: Request, { locale, country }: Audience, received: Received): Promise<Received> => {
    const edition = routes.editions.of(locale) ?? request.editionPath.edition;
    const query = queryOf(request);
    const editionPath = { ...request.editionPath, edition, prefix: routes.base(edition, request.host ?? '') };
    const match = { name: 'menu', params: {}, tail: null, rest: '' } as const;
    const requested = { ...requests.askOf(request, { editionPath, match, query }), country };
    const modelId = query.get('type') === '3' ? query.get('id') : null;
    const items = await menuItems(requests.open(requested), query.get('categoryId'), modelId);
    return { ...received, body: Buffer.from(JSON.stringify({ ...JSON.parse(received.body.toString()), items })) };
  };
}
