/** What the page about the API shows, made from its description. Its own words are English, as its names are. */
export interface DescribedParameter {
  name: string;
  where: 'path' | 'query' | 'header';
  isRequired: boolean;
  type: string;
  description: string;
  example: string | null;
}
export interface DocumentedCall {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string | null;
  /** Carries the check headers (D28). */
  isChecked: boolean;
  parameters: readonly DescribedParameter[];
  errors: readonly string[];
  /** Examples as JSON; null where there is no body, or no text. */
  body: string | null;
  answer: string | null;
}
export interface DocumentedMatter {
  name: string;
  description: string;
  calls: readonly DocumentedCall[];
}
export interface DevelopersModel {
  about: readonly string[];
  shared: readonly DescribedParameter[];
  matters: readonly DocumentedMatter[];
  /** In the words of the edition. */
  errors: readonly { code: string; status: number; title: string }[];
}
