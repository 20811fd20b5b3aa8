import { Window } from 'happy-dom';
import PlainGlobalEnvironment from '../../scripts/jest-environment.ts';

/**
 * Jest's environment for tests of what runs in browsers: the DOM is read once for all files of a worker, and `openDom`
 * of `dom.ts` makes pages with it.
 */
export default class DomEnvironment extends PlainGlobalEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, { DomWindow: Window });
  }
}
