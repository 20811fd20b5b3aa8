import { category, type Examples, vehicle } from '../example-data.js';
import { Choices, Help, Notes } from './search-reading.js';

const reading = { f: '', rest: 'bremsscheiben', withoutCar: 'bremsscheiben', sort: null, notes: [] };
const page = { ...vehicle, model: null };

export const examples: Examples = {
  'what was not understood': (
    <Notes
      reading={{
        ...reading,
        notes: [
          { kind: 'unknown', text: 'longlife', values: [] },
          { kind: 'unsold', text: 'Brembo', values: [] },
          { kind: 'nearest', text: '312 mm', values: ['320 mm', '300 mm'] },
          { kind: 'language', text: 'en', values: [] },
        ],
      }}
      name=""
      own={null}
      hasHits
    />
  ),
  'another car than the own': <Notes reading={reading} name="Volkswagen Touran" own={vehicle} hasHits />,
  generations: <Choices choices={[page]} named={category} reading={reading} />,
  engines: <Choices choices={[vehicle]} named={null} reading={reading} />,
  'pages of the shop': <Help help={[{ page: 'shipping', title: 'Versand' }]} />,
};
