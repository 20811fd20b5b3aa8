import type { ReactNode } from 'react';

/** What a form sends besides the choice of the visitor. */
export const HiddenFields = ({ fields }: { fields: Readonly<Partial<Record<string, string>>> }): ReactNode =>
  Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
