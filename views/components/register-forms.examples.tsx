import { type Examples, emptyPicker } from '../example-data.js';
import { RegisterForms } from './register-forms.js';

export const examples: Examples = {
  'every register': <RegisterForms model={{ ...emptyPicker, registers: ['vin', 'dutchPlate', 'nationalCode'] }} />,
};
