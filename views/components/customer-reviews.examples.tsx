import { type Examples, longName } from '../example-data.js';
import { CustomerReviews } from './customer-reviews.js';

export const examples: Examples = {
  'long, without a date': (
    <CustomerReviews
      reviews={[
        { comment: longName, mark: 4.5, creationDate: '2026-11-02', author: longName, isVerified: true },
        { comment: 'Schnell geliefert.', mark: 5, creationDate: '', author: '', isVerified: false },
      ]}
    />
  ),
};
