import type { ComplianceRule } from './compliance-rule.js';
import { priceRules } from './price-rules.js';
import { productRules } from './product-rules.js';
import { shopRules } from './shop-rules.js';

/** Every compliance rule of the pages. A test proves each of them. */
export const complianceRules: readonly ComplianceRule[] = [...shopRules, ...priceRules, ...productRules];
