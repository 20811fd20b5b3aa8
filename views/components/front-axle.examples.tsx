import { category, type Examples } from '../example-data.js';
import type { ComponentsModel } from '../models.js';
import { FrontAxle } from './front-axle.js';

export const examples = ({ axleDrawing }: ComponentsModel): Examples => ({
  'categories of one': <FrontAxle categories={{ pads: category }} drawing={axleDrawing} />,
});
