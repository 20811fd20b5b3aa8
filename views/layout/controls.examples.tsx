import { type Examples, longName } from '../example-data.js';

/** Controls have no component: they are elements with a class. */
export const examples: Examples = {
  'the buying action': (
    <div className="examples-row">
      <button type="button" className="button buy">
        buy
      </button>
      <button type="button" className="button buy" aria-busy="true">
        busy
      </button>
      <button type="button" className="button buy" disabled>
        disabled
      </button>
    </div>
  ),
  'other buttons': (
    <div className="examples-row">
      <button type="button" className="button filled">
        ink
      </button>
      <button type="button" className="button">
        plain
      </button>
      <button type="button" className="button quiet">
        quiet
      </button>
      <button type="button" className="button" disabled>
        disabled
      </button>
    </div>
  ),
  field: <input type="text" aria-label="field" placeholder="0603" />,
  'field, invalid': <input type="text" aria-label="invalid" aria-invalid="true" defaultValue="06" />,
  'field, disabled': <input type="text" aria-label="disabled" disabled defaultValue="0603" />,
  select: (
    <select aria-label="select">
      <option>Golf VII</option>
    </select>
  ),
  'select, disabled': (
    <select aria-label="select disabled" disabled>
      <option>Golf VII</option>
    </select>
  ),
  note: <p className="note">{longName}</p>,
};
