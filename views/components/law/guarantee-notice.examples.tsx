import type { Examples } from '../../example-data.js';
import { GuaranteeNotice } from './guarantee-notice.js';

export const examples: Examples = { plain: <GuaranteeNotice />, open: <GuaranteeNotice isOpen /> };
