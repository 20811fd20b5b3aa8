import { type Examples, longName } from '../example-data.js';
import { CouldNotLoad } from './could-not-load.js';

export const examples: Examples = {
  plain: <CouldNotLoad>Die Baureihen lassen sich gerade nicht laden.</CouldNotLoad>,
  long: <CouldNotLoad>{longName}</CouldNotLoad>,
};
