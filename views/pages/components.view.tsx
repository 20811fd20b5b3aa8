import { AnchorProvider } from '../context.js';
import type { States } from '../example-data.js';
import { type IconName, IconSprite } from '../icons.js';
import type { ComponentsModel } from '../models.js';
import { islandStates } from './components.islands.js';
import * as components from './components.states.js';
import './components.css';

/** Icons that the examples use. */
const icons: readonly IconName[] = ['fits', 'conditional', 'no', 'universal', 'unknown', 'ask', 'doc', 'yes', 'x'];

/** Returns all components with their examples, some of which need data of the page. */
export const componentStates = (model: ComponentsModel): States[] =>
  Object.entries(components).map(([file, states]) => [file, typeof states === 'function' ? states(model) : states]);

function ComponentStates({ entry: [file, states] }: { entry: States }) {
  const id = `k-${file.replaceAll('/', '-')}`;
  return (
    <section aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{file}</h2>
      </div>
      {Object.entries(states).map(([state, view], at) => (
        <div className="component-state" key={state}>
          <p className="small soft number">{state}</p>
          <div>
            <AnchorProvider value={`${id}-${at}-`}>{view}</AnchorProvider>
          </div>
        </div>
      ))}
    </section>
  );
}

export function ComponentsView({ model }: { model: ComponentsModel }) {
  return (
    <>
      <IconSprite names={icons} />
      <h1>_components</h1>
      {[...componentStates(model), ...islandStates].map((entry) => (
        <ComponentStates key={entry[0]} entry={entry} />
      ))}
    </>
  );
}
