/** Content of the developers' page, made from the description of the API, whose words are English. */
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
  /** The call needs the check headers (D28). */
  isChecked: boolean;
  parameters: readonly DescribedParameter[];
  errors: readonly string[];
  /** Examples as JSON; null without a body or text. */
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
  /** Titles are in the edition's language. */
  errors: readonly { code: string; status: number; title: string }[];
}
