import type { RequestHandler } from 'express';
import { categoryHref, vehicleHref } from '../../../../views/catalogue-links.js';
import { displayTitle, vehicleName } from '../../../../views/catalogue-names.js';
import { readAnswers, withAnswers } from '../../../../views/condition-answers.js';
import { fitText, markOf } from '../../../../views/fit-text.js';
import type { Url } from '../../../../views/links.js';
import { type Photograph, pictureIn } from '../../../../views/picture-widths.js';
import type { Category } from '../../../contract/catalogue.js';
import { modelId as modelIdSchema } from '../../../contract/ids.js';
import { money } from '../../../contract/money.js';
import type { Wire } from '../../../contract/operations/handler-types.js';
import { operations } from '../../../contract/operations/operations.js';
import type { ProductSuggestion, Suggestions } from '../../../contract/search.js';
import type { Vehicle } from '../../../contract/vehicles.js';
import { beginCall } from '../../http/forms.js';
import { urlsBelow } from '../../routes/paths.js';
import type { Routes } from '../../routes/routes.js';
import type { Texts } from '../../texts/texts.js';
import { addressOf } from '../addresses.js';
import type { Client } from '../client.js';
import { readTypedKeys } from '../typed-keys.js';

/** Calls of the catalogue to whose answers the web tier adds addresses, pictures and words. */
interface Needs {
  client: Client;
  routes: Routes;
  texts: Texts;
  photograph: Photograph;
}

/** Adds label, address and picture to each suggestion. */
function withLinks(found: Suggestions, url: Url, photograph: Photograph): object {
  const { vehicle } = found;
  const modelId = vehicle?.model?.id;
  const filtered = found.f ? `?f=${found.f}` : '';
  // The generations of a family share no address, so their categories lead to a search.
  const [first] = found.vehicles;
  const family = found.vehicles.length > 1 && first?.seriesPage ? (first.seriesFamily?.name ?? null) : null;
  const category = (beside: Vehicle | null) => (entry: Category) => ({
    ...entry,
    label: displayTitle(entry),
    href:
      family && beside
        ? url('fullText', { query: `${family} ${entry.title}` })
        : categoryHref(url, entry, beside) + (entry.isLeaf ? filtered : ''),
  });
  const product = (entry: ProductSuggestion) => ({
    ...entry,
    image: { ...entry.image, url: pictureIn(photograph, entry.image, 160) },
    href: url('article', { brand: entry.brand.seoName, number: entry.normNumber, modelId }),
  });
  const car = (entry: Vehicle) => ({ ...entry, label: vehicleName(entry), href: vehicleHref(url, entry) });
  return {
    ...found,
    vehicleSpecific: found.vehicleSpecific.map(category(vehicle)),
    universal: found.universal.map(category(null)),
    specific: found.specific.map(category(null)),
    products: found.products.map(product),
    universalProducts: found.universalProducts.map(product),
    vehicle: vehicle && car(vehicle),
    vehicles: found.vehicles.map(car),
  };
}

/** Answers the suggestions of the search box (D22). No cache stores what a visitor types. */
export function suggest({ client, routes, photograph }: Needs): RequestHandler {
  return async (request, response) => {
    response.setHeader('Cache-Control', 'private, no-store');
    const { query, audience, edition, prefix } = beginCall(routes, request, 'api.suggestions');
    const text = query.get('query') ?? '';
    const typed = readTypedKeys(text, edition);
    const { hsn, tsn, plate } = typed?.fields ?? {};
    const api = client.for(audience);
    const cars = hsn && tsn ? await api.call('hsntsn', { keys: hsn + tsn }) : [];
    const found = await api.call('suggestions', {
      query: typed && (plate || cars.length > 0) ? typed.rest : text,
      vehicleManufacturerId: query.get('vehicleManufacturerId') || undefined,
      vehicleSeriesGroupId: query.get('vehicleSeriesGroupId') || undefined,
      vehicleModelId: cars[0]?.model?.id ?? (query.get('vehicleModelId') || undefined),
    });
    const all = { ...found, results: found.results + cars.length, vehicles: [...cars, ...found.vehicles] };
    response.json(withLinks(all, urlsBelow(prefix, edition), photograph));
  };
}

/** Answers verdicts on products for one model, each with its text. The query holds the answers to fit conditions. */
export function fits({ client, routes, texts }: Needs): RequestHandler<{ modelId: string }> {
  return async (request, response) => {
    const { query, audience, edition } = beginCall(routes, request, 'api.fits');
    const ids = query.get('ids') ?? undefined;
    const { body } = await client.fetch(addressOf('fits', { ...audience, modelId: request.params.modelId, ids }));
    const { t } = texts.of(edition);
    const answers = readAnswers(query.get('answers'));
    response.setHeader('Cache-Control', 'private, max-age=0, must-revalidate');
    response.json(
      operations.fits.response.parse(JSON.parse(body.toString())).map(({ id, fit }) => {
        const own = withAnswers(fit, answers);
        return { id, fit: own, mark: markOf(own), text: fitText(t, own, true) };
      }),
    );
  };
}

/** Answers the parts that go with a part, each with address, picture and price. */
export function recommend({ client, routes, texts, photograph }: Needs): RequestHandler<{ id: string }> {
  return async (request, response) => {
    const { query, audience, edition, prefix } = beginCall(routes, request, 'api.recommendation');
    const modelId = modelIdSchema.safeParse(query.get('modelId')).data;
    const { body } = await client.fetch(addressOf('recommendation', { ...audience, id: request.params.id, modelId }));
    const products = JSON.parse(body.toString()) as Wire<'recommendation'>;
    const { format } = texts.of(edition);
    const url = urlsBelow(prefix, edition);
    response.setHeader('Cache-Control', 'private, max-age=0, must-revalidate');
    response.json(
      products.map((product) => {
        const { manufacturer, normNumber, offerId, lowestTotal } = product;
        const articleId = offerId ?? undefined;
        return {
          ...product,
          smallImages: product.smallImages.map((image) => ({ ...image, url: pictureIn(photograph, image, 320) })),
          href: url('article', { brand: manufacturer.seoName, number: normNumber, articleId, modelId }),
          amount: lowestTotal === null ? '' : format.money(money.parse(lowestTotal)),
        };
      }),
    );
  };
}
