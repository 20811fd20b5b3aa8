import type { Examples } from '../../example-data.js';
import { RecallNotice } from './recall-notice.js';

const recall = { at: '2026-11-20T09:00:00.000Z', reason: 'Der Bremsbelag kann sich vom Träger lösen.', url: null };

export const examples: Examples = {
  'with a page': <RecallNotice recall={{ ...recall, url: 'https://nordwerk.example/rueckruf' }} />,
  alone: <RecallNotice recall={recall} />,
};
