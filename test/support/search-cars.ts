import { type Language, languages } from '../../server/contract/languages.js';
import type { Generation } from '../../server/marketplace/generation/generation.js';
import { type Found, type Question, some } from './search-classes.js';

/** Families of cars without a generation; the search must offer the generations. */
export function families(generation: Generation): Question[] {
  const { vehicles, categories: all } = generation;
  const leaf = all.leaves.find(({ id }) => id === 2001) ?? all.leaves[0];
  return [...vehicles.families.values()].flatMap((family, index) => {
    const pages = [...vehicles.pages.values()].filter((page) => page.series_family_id === family.id);
    const maker = vehicles.manufacturers.get(family.manufacturer_id);
    if (pages.length < 2 || !maker || !leaf) return [];
    const language = languages[index % languages.length] as Language;
    const query = `${maker.name} ${family.name}${index % 2 ? ` ${leaf.texts[language].title}` : ''}`;
    const wanted = new Set(pages.map(({ id }) => String(id)));
    return [
      {
        language,
        query,
        isRight: ({ choices }: Found) =>
          choices.length >= Math.min(wanted.size, 12) &&
          choices.every(({ seriesPage }) => wanted.has(seriesPage?.id ?? '')),
      },
    ];
  });
}

/** Words that name another car than the own one, or the own one less exactly. */
export function carsBesideOwn({ vehicles, categories }: Generation): Question[] {
  const [leaf] = categories.leaves;
  const models = [...vehicles.modelsByNumber.values()];
  return [...vehicles.manufacturers.values()].flatMap((maker, index) => {
    const own = models.find(({ manufacturer_id }) => manufacturer_id === maker.id);
    const ownPage = own && vehicles.pages.get(own.series_page_id);
    const others = [...vehicles.pages.values()].filter(
      ({ manufacturer_id, series_family_id: family }) =>
        manufacturer_id === maker.id && family !== ownPage?.series_family_id,
    );
    if (!own || !ownPage || !leaf) return [];
    const language = languages[index % languages.length] as Language;
    const ask = (car: string, isRight: Question['isRight']): Question => ({
      language,
      query: `${maker.name} ${car} ${leaf.texts[language].title}`,
      modelId: own.id,
      isRight,
    });
    return [
      ask('', ({ vehicle }) => vehicle?.model?.id === own.id),
      ask(ownPage.name, ({ vehicle }) => vehicle?.model?.id === own.id),
      ...some(others, 2).map((page) =>
        ask(page.name, ({ vehicle, choices }) =>
          [vehicle?.seriesPage?.id, ...choices.map(({ seriesPage }) => seriesPage?.id)].includes(String(page.id)),
        ),
      ),
    ];
  });
}
