import type { Category } from './categories.js';
import type { ModelNode } from './vehicle-tables.js';

/** First and last year of production. A car without years counts as a present one. */
export function yearsOf(model: ModelNode): { first: number; last: number } {
  const { from, to } = model.row;
  const first = from === null ? 2017 : Math.floor(from / 12);
  return { first, last: to === null ? Math.max(first, 2024) : Math.floor(to / 12) };
}

type Rule = (model: ModelNode) => boolean;

const van =
  /Transporter|Caravelle|Multivan|Vito|Viano|Sprinter|Kasten|Kangoo|Berlingo|Partner|Caddy|Crafter|Trafic|Master|Ducato|Boxer|Jumper|Transit|Sharan|Alhambra|Vivaro|Movano|Daily|V-Klasse|Doblo|Dobl|LT\b|Kombi|Bus/i;
const drivenBehind = /4motion|quattro|4x4|xDrive|4Matic|AWD|Allrad|4WD|Syncro/i;
const isVan: Rule = (model) => van.test(model.series.name);
const hasShaft: Rule = (model) =>
  drivenBehind.test(`${model.row.name} ${model.series.name}`) ||
  (['bmw', 'mercedes', 'jlr', 'chrysler', 'subaru', 'porsche'].includes(model.series.make.make.concern) &&
    model.row.kw > 70 &&
    model.row.ccm > 1500);
const noble: Rule = (model) => model.row.kw > 145 && yearsOf(model).last >= 2001;
const small: Rule = (model) => model.row.kw <= 95 && yearsOf(model).first <= 2018;
const charged: Rule = (model) =>
  (model.burns === 'diesel' && yearsOf(model).last >= 1993 && !/SDI|\bD\b|[0-9]D$/.test(model.row.name)) ||
  (model.burns === 'petrol' &&
    (yearsOf(model).first >= 2010 || /T\b|Turbo|TSI|TFSI|TCe|THP|EcoBoost/i.test(model.row.name)));
/** Engines with a timing chain, by concern: all of them, or those since a year. Most diesels have belts. */
function hasChain(model: ModelNode): boolean {
  const concern = model.series.make.make.concern;
  const { ccm } = model.row;
  const { first } = yearsOf(model);
  if (['bmw', 'mercedes', 'mazda', 'jlr', 'saic'].includes(concern)) return true;
  if (model.burns === 'diesel')
    return ccm === 1248 || ccm > 2600 || (['toyota', 'honda', 'hyundai'].includes(concern) && first > 2005);
  if (concern === 'vag')
    return (
      ccm > 2300 ||
      (ccm >= 1700 && ccm < 2000 && first >= 2007) ||
      ([1197, 1198, 1390].includes(ccm) && model.row.kw >= 77 && first >= 2006)
    );
  if (concern === 'gm') return ccm < 1450 && first >= 1997;
  if (concern === 'psa') return (ccm === 1598 || ccm === 1397) && first >= 2006;
  if (concern === 'renault') return first >= 2012 || ccm > 3000;
  if (concern === 'fca') return first >= 2016;
  if (concern === 'ford') return ccm > 1750 && first >= 2000;
  return first >= 2000;
}

/** Conditions of a group or leaf besides the fuel and the years in the category table, by category id. */
const rules: Readonly<Record<number, Rule>> = {
  302: small,
  315: hasChain,
  319: (model) => !hasChain(model),
  325: noble,
  345: hasShaft,
  346: hasShaft,
  340: (model) => model.row.kw > 60,
  351: charged,
  2026: (model) => model.row.kw > 75,
  2045: (model) => drivenBehind.test(`${model.row.name} ${model.series.name}`),
  2106: isVan,
  2239: hasShaft,
  2389: isVan,
};

/** Whether a car has such a part. */
export function needs(category: Category, model: ModelNode): boolean {
  const { fuel } = category;
  if (fuel === 'combustion' && model.burns === null) return false;
  if ((fuel === 'petrol' || fuel === 'diesel') && model.burns !== fuel) return false;
  if (fuel === 'electric' && !model.electric) return false;
  const { first, last } = yearsOf(model);
  if (last < 1990) return false;
  for (let at: Category | null = category; at; at = at.parent) {
    if (at.builtFrom !== null && last < at.builtFrom) return false;
    if (at.builtUntil !== null && first > at.builtUntil) return false;
    if (rules[at.id]?.(model) === false) return false;
  }
  return true;
}
