import type { Translate } from '../../../views/formats.js';
import type { ProblemCode, ProblemError, ProblemFacts } from '../../contract/problem.js';
import { defaultEdition } from '../routes/editions.js';
import { localPath } from '../routes/paths.js';
import type { Translator } from './texts.js';

type Hyphenated<Text extends string> = Text extends `${infer Head}_${infer Rest}`
  ? `${Head}-${Hyphenated<Rest>}`
  : Text;

/** Returns the title of an error. Keys have hyphens, because i18next reads `_many` as a plural form. */
export const problemMessage = (t: Translate, code: ProblemCode): string =>
  t(`meta:problem.${code.replaceAll('_', '-') as Hyphenated<ProblemCode>}`);

/** Returns the address that explains an error code, the same in all editions (RFC 9457, 3.1.1). */
export const problemType = (code: ProblemCode): string =>
  `${localPath(defaultEdition, 'developers', {})}#error-${code}`;

/** Returns which parameter is invalid, and what is allowed. */
function aboutParameter(t: Translate, name: string, { missing, unknown, expected }: ProblemFacts): string {
  if (unknown) return t('meta:fault.unknown', { name });
  if (missing) return t('meta:fault.missing', { name });
  if (expected === undefined) return t('meta:fault.unusable', { name });
  if ('enum' in expected) return t('meta:fault.choice', { name, values: expected.enum.join(', ') });
  if ('examples' in expected) return t('meta:fault.example', { name, example: expected.examples.join(', ') });
  const range = { name, min: expected.minimum, max: expected.maximum };
  return expected.multipleOf === undefined ? t('meta:fault.range', range) : t('meta:fault.decimals', range);
}

/** Returns the sentence about one error (RFC 9457, 3.1.4), made only from its facts. */
export function problemDetail({ t, format }: Translator, facts: ProblemFacts): string | undefined {
  const { parameter, pieces, country } = facts;
  if (parameter !== undefined) return aboutParameter(t, parameter, facts);
  if (pieces !== undefined) return t('meta:fault.pieces', { count: pieces });
  if (country !== undefined) return t('meta:fault.country', { country: format.country(country) });
  return undefined;
}

/** Returns the sentence for a shopper, who knows no names of parameters. */
export function shopperMessage(translator: Translator, { code, facts }: ProblemError): string {
  const { parameter, ...rest } = facts;
  return (parameter === undefined && problemDetail(translator, rest)) || problemMessage(translator.t, code);
}
