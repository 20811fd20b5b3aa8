import type { ReactNode } from 'react';
import { usePage } from '../context.js';
import { VehiclePicker } from '../islands/vehicle-picker.island.js';
import { vehiclePickerProps } from '../islands/vehicle-picker.props.js';
import type { PickerModel } from '../models.js';
import './picker-panel.css';

interface Props {
  model: PickerModel;
  /** Heading of the panel, where the section around it has none. */
  title?: string;
  /** Folds away under its heading where the page has something else to say first. */
  folded?: boolean;
  /** The selects side by side where the page is wide enough. */
  wide?: boolean;
}

/** The three selects, with a heading, open or folded. */
export function PickerPanel({ model, title, folded = false, wide = false }: Props): ReactNode {
  const { edition, t } = usePage();
  const picker = <VehiclePicker {...vehiclePickerProps(model, edition, t)} />;
  if (folded) {
    return (
      <details className="d pk">
        <summary>{title}</summary>
        {picker}
      </details>
    );
  }
  return (
    <div className={wide ? 'pk wd' : 'pk'}>
      {title && <h2>{title}</h2>}
      {picker}
    </div>
  );
}
