import type { ReactNode } from 'react';
import { IconSprite } from '../layout/icons.js';
import type { ComponentsModel } from '../models.js';
import { articleStates } from './components.article.examples.js';
import { componentStates } from './components.examples.js';
import { islandStates } from './components.islands.js';
import { wayStates } from './components.ways.examples.js';
import './components.css';

/** Name of a part of the design and, by their names, the states it can be in. */
export type States = readonly [name: string, states: Readonly<Record<string, ReactNode>>];

function Part({ part: [name, states] }: { part: States }): ReactNode {
  return (
    <section aria-labelledby={`k-${name}`}>
      <div className="sh">
        <h2 id={`k-${name}`}>{name}</h2>
      </div>
      {Object.entries(states).map(([state, view]) => (
        <div className="kit" key={state}>
          <p className="s soft num">{state}</p>
          <div>{view}</div>
        </div>
      ))}
    </section>
  );
}

/** Every state of each component and island, one below the other; names are those of the files. */
export function ComponentsView({ model }: { model: ComponentsModel }): ReactNode {
  return (
    <>
      <IconSprite names={['fits', 'conditional', 'no', 'unknown', 'ask', 'sort', 'doc', 'yes', 'x']} />
      <h1>_components</h1>
      {[...componentStates, ...articleStates, ...wayStates(model), ...islandStates].map((part) => (
        <Part key={part[0]} part={part} />
      ))}
    </>
  );
}
