import type { Language } from '../../contract/languages.js';
import type { Request, Wire } from '../../contract/operations/handler-types.js';
import { ProblemError } from '../../contract/problem.js';
import type { Hit } from '../catalogue/hit-columns.js';
import { listHits } from '../catalogue/list-hits.js';
import { readShown } from '../catalogue/listing.js';
import { resultCounts } from '../catalogue/result-counts.js';
import { languageOf } from '../catalogue-texts/texts.js';
import type { Generation } from '../generation/generation.js';
import { type DependsOn, showsCategories } from '../http/handler.js';
import { contextVehicle, modelContext, requestedContext } from '../vehicles/context.js';
import { categoriesIn, type SearchResult, search, wholeSearch, withFilters } from './find.js';
import { modelsIn } from './lookup/scope.js';
import { reportSpelling } from './lookup/spelling.js';
import { choicesOf, reportReading } from './report.js';

/** Universal goods on a page that also has products for cars. */
const mostUniversal = 8;

/**
 * Returns categories and one page of filtered and sorted products for a term, for the car that it names or else the
 * given one (D8).
 * @throws ProblemError `not_found` for an unknown vehicle, and past the last page
 */
export async function findFullText(
  generation: Generation,
  request: Request<'fullText'>,
  dependsOn: DependsOn,
): Promise<Wire<'fullText'>> {
  const { term, locale, sort, page, exact } = request;
  const named = requestedContext(generation, request);
  const asked = named.type === null ? modelContext(generation, request.modelId ?? request.vehicleModelId) : named;
  const query = { term, context: asked, locale };
  const found = await search(generation, { ...query, ...wholeSearch, isAsTyped: exact === '1' });
  showsCategories(dependsOn, [...categoriesIn(found.groups), ...(found.named ? [Number(found.named.id)] : [])]);
  const listed = await listHits(
    generation,
    [...found.products, ...found.universalProducts],
    modelsIn(found.reading.scope),
    { ...request, f: withFilters(request.f, found.narrowed) },
    dependsOn,
  );
  const { country, filters } = listed;
  const { specific, universal, availablePageCount } = pageOf(generation, listed.hits, request);
  const { context } = found;
  const shown = { context, category: null, country, locale };
  const ids = (hits: readonly Hit[]) => hits.map(({ id }) => id);
  const products = await readShown(generation, shown, ids(specific), dependsOn);
  const universalProducts = await readShown(generation, shown, ids(universal), dependsOn);
  const lists = [...Object.values(found.groups), products, universalProducts];
  const corrected = isEmpty(found)
    ? null
    : reportSpelling(generation, term, found.reading.spellingChanges, languageOf(locale));
  return {
    results: lists.reduce((sum, list) => sum + list.length, 0),
    corrected: corrected && {
      ...corrected,
      hasExact: !isEmpty(await search(generation, { ...query, mostProducts: 1, mostUniversal: 1, isAsTyped: true })),
    },
    ...found.groups,
    absent: await reportAbsent(generation, found, languageOf(locale)),
    named: found.named,
    redirect: found.redirect,
    isCut: found.isCut,
    products,
    universalProducts,
    vehicle: contextVehicle(generation, context, locale),
    choices: await choicesOf(generation, found, locale),
    reading: reportReading(found, locale),
    country,
    ...(listed.ignored.length > 0 && { ignored: [...listed.ignored] }),
    resultCount: listed.hits.length,
    availablePageCount,
    page,
    sort,
    filters,
  };
}

/** Returns the part that the shop lacks for the car, and whether another engine of its series has one. */
async function reportAbsent(generation: Generation, { absent, context }: SearchResult, language: Language) {
  if (!absent) return undefined;
  const page = context.type === 3 ? generation.vehicles.pages.get(context.model.series_page_id) : undefined;
  const counts = page && (await resultCounts(generation, { type: 2, page }));
  return { category: generation.categories.wire(absent, language), isForOthers: counts?.has(absent.id) === true };
}

/**
 * Returns the hits of one page: those for cars, and universal ones beside them.
 * @throws ProblemError `not_found` past the end
 */
function pageOf(
  { categories }: Generation,
  hits: readonly Hit[],
  { page, pageSize }: Request<'fullText'>,
): { specific: Hit[]; universal: Hit[]; availablePageCount: number } {
  const isUniversal = ({ category_id }: Hit) => categories.all.get(category_id)?.is_universal === 1;
  const specific = hits.filter((hit) => !isUniversal(hit));
  const universal = hits.filter(isUniversal);
  const universalSize = specific.length > 0 ? Math.min(mostUniversal, pageSize) : pageSize;
  const availablePageCount = Math.max(
    Math.ceil(specific.length / pageSize),
    Math.ceil(universal.length / universalSize),
  );
  if (page > Math.max(1, availablePageCount)) throw new ProblemError('not_found', 'page past the end');
  const cut = (list: Hit[], size: number) => list.slice((page - 1) * size, page * size);
  return { specific: cut(specific, pageSize), universal: cut(universal, universalSize), availablePageCount };
}

const isEmpty = ({ groups, products, universalProducts }: SearchResult): boolean =>
  [...Object.values(groups), products, universalProducts].every((list) => list.length === 0);
