import type { ReactNode } from 'react';
import { type PageContext, usePage } from '../context.js';
import { VehiclePicker } from '../islands/vehicle-picker.island.js';
import { vehiclePickerProps } from '../islands/vehicle-picker.props.js';
import type { PickerModel } from '../models.js';
import { withQuery } from '../with-query.js';
import { CouldNotLoad } from './could-not-load.js';
import { OwnPlace } from './own-place.js';
import { RegisterForms } from './register-forms.js';
import { ShowMore } from './show-more.js';
import '../islands/vehicle-picker.css';
import './picker-panel.css';

interface Props {
  model: PickerModel;
  /** Heading of the panel, if the section around it has none. */
  title?: string;
  /** Puts the selects side by side on wide pages. */
  wide?: boolean;
}

export function PickerPanel({ model, title, wide = false }: Props) {
  const { edition, t } = usePage();
  return (
    <div className={wide ? 'picker-panel wide' : 'picker-panel'}>
      {title && <h2>{title}</h2>}
      {model.isCut && <CouldNotLoad>{t('layout:missing.lists')}</CouldNotLoad>}
      <VehiclePicker {...vehiclePickerProps(model, edition, t)} />
      <RegisterForms model={model} />
    </div>
  );
}

/** Id of the picker's element, or of the link to it. */
export const pickerId = 'choose-vehicle';

/** Returns the address of this page with the picker; null on that page. */
export const withPicker = ({ path }: PageContext, isPicking: boolean): string | null =>
  isPicking ? null : withQuery(path, { show: 'picker' });

interface SectionProps extends Omit<Props, 'wide'> {
  linkText: string;
  /** Replaces the link if the device keeps a vehicle and the page concerns none. */
  own?: ReactNode;
  /** Page with the picker; null on that page. */
  full: string | null;
}
/** The picker, or a link to its page. The header's panel reads from it which page a choice returns to. */
export function PickerSection({ model, title, linkText, own, full }: SectionProps) {
  const context = new URLSearchParams(model.hidden as Record<string, string>);
  return (
    <div id={pickerId} data-context={context.toString()}>
      {full === null ? (
        <PickerPanel model={model} {...(title && { title })} />
      ) : (
        <OwnPlace own={model.chosen.modelId ? null : own}>
          <ShowMore fragment={pickerId} href={full}>
            {linkText}
          </ShowMore>
        </OwnPlace>
      )}
    </div>
  );
}
