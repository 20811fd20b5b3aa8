import type { ReactNode } from 'react';

/** Hidden fields of a form. */
export const HiddenFields = ({ fields }: { fields: Readonly<Partial<Record<string, string>>> }): ReactNode =>
  Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
