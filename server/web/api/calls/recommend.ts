import type { RequestHandler } from 'express';
import { type Photograph, pictureIn } from '../../../../views/picture-widths.js';
import { modelId as modelIdSchema } from '../../../contract/ids.js';
import { money } from '../../../contract/money.js';
import type { Wire } from '../../../contract/operations/handler-types.js';
import { beginCall } from '../../http/forms.js';
import { localPath } from '../../routes/paths.js';
import type { Routes } from '../../routes/routes.js';
import type { Texts } from '../../texts/texts.js';
import { addressOf } from '../addresses.js';
import type { Client } from '../client.js';

interface Needs {
  client: Client;
  routes: Routes;
  texts: Texts;
  photograph: Photograph;
}

/** What goes with a part, with address, picture and price: only the route table makes links. */
export function recommend({ client, routes, texts, photograph }: Needs): RequestHandler<{ id: string }> {
  return async (request, response) => {
    const { query, audience, edition, prefix } = beginCall(routes, request, 'api.recommendation');
    const asked = modelIdSchema.safeParse(query.get('modelId'));
    const modelId = asked.success ? asked.data : undefined;
    const { body } = await client.fetch(addressOf('recommendation', { ...audience, id: request.params.id, modelId }));
    const products = JSON.parse(body.toString()) as Wire<'recommendation'>;
    const { format } = texts.of(edition);
    response.setHeader('Cache-Control', 'private, max-age=0, must-revalidate');
    response.json(
      products.map((product) => {
        const { manufacturer, normNumber, offerId, lowestTotal } = product;
        const address = { brand: manufacturer.seoName, number: normNumber, articleId: offerId ?? undefined, modelId };
        const amount = lowestTotal === null ? '' : format.money(money.parse(lowestTotal));
        const smallImages = product.smallImages.map((image) => ({
          ...image,
          url: pictureIn(photograph, image, 320),
        }));
        return { ...product, smallImages, href: prefix + localPath(edition, 'article', address), amount };
      }),
    );
  };
}
