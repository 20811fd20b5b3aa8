/** Elements that only some pages have. A sheet names them like classes, with `<`. */
export const rareTags = ['dl', 'fieldset', 'figure', 'legend', 'ol', 'select'];
