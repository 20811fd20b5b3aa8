import type { ReactNode } from 'react';

/** Fields that a form of a listing sends with every choice. */
export const CarriedFields = ({ kept }: { kept: Readonly<Record<string, string>> }): ReactNode =>
  Object.entries(kept).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
