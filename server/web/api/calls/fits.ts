import type { RequestHandler } from 'express';
import { readAnswers, withAnswers } from '../../../../views/condition-answers.js';
import { fitText } from '../../../../views/fit-text.js';
import { operations } from '../../../contract/operations/operations.js';
import { beginCall } from '../../http/forms.js';
import type { Routes } from '../../routes/routes.js';
import type { Texts } from '../../texts/texts.js';
import { addressOf } from '../addresses.js';
import type { Client } from '../client.js';

interface Needs {
  client: Client;
  routes: Routes;
  texts: Texts;
}

/**
 * Verdicts on products for one model, each with its text beside a product. The query holds the answers to fit conditions;
 * `told` is its former name, read for one version.
 */
export function fits({ client, routes, texts }: Needs): RequestHandler<{ modelId: string }> {
  return async (request, response) => {
    const { query, audience, edition } = beginCall(routes, request, 'api.fits');
    const ids = query.get('ids') ?? undefined;
    const { body } = await client.fetch(addressOf('fits', { ...audience, modelId: request.params.modelId, ids }));
    const { t } = texts.of(edition);
    const answers = readAnswers(query.get('answers') ?? query.get('told'));
    response.setHeader('Cache-Control', 'private, max-age=0, must-revalidate');
    response.json(
      operations.fits.response.parse(JSON.parse(body.toString())).map(({ id, fit }) => {
        const own = withAnswers(fit, answers);
        return { id, fit: own, text: fitText(t, own, true) };
      }),
    );
  };
}
