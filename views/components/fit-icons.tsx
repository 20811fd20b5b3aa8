import type { ReactNode } from 'react';
import { IconSprite } from '../layout/icons.js';

/** The icons that the marks of fit in a list of products use; once on a page. */
export function FitIcons(): ReactNode {
  return <IconSprite names={['fits', 'conditional', 'no', 'unknown']} />;
}
