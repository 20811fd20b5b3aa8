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
  /** Heading of the panel, where the section around it has none. */
  title?: string;
  /** The selects side by side where the page is wide enough. */
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

/** Element that holds the picker, or the link to it. */
export const pickerId = 'choose-vehicle';

/** Address of this page with the picker; null where this is it. */
export const withPicker = ({ path }: PageContext, isPicking: boolean): string | null =>
  isPicking ? null : withQuery(path, { show: 'picker' });

interface SectionProps extends Omit<Props, 'wide'> {
  linkText: string;
  /** What stands in the link's place where the device keeps a vehicle, and the page is about none. */
  own?: ReactNode;
  /** Address of the page with the picker; null where this is it. */
  full: string | null;
}
/** A link to the page with the picker, or the picker; the header's panel reads where a choice leads back. */
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
