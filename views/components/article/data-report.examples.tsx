import type { Examples } from '../../example-data.js';
import { DataReport } from './data-report.js';

const action = '/Teilenummernsuche/Kelvo/K12033?show=report#report';
const form = { step: 'form', reason: '', text: '', fault: null } as const;

export const examples = (): Examples => ({
  link: <DataReport model={form} full="/Teilenummernsuche/Kelvo/K12033?show=report" action={action} />,
  form: <DataReport model={form} full={null} action={action} />,
  refused: (
    <DataReport model={{ ...form, reason: 'measure', text: '288', fault: 'text' }} full={null} action={action} />
  ),
  received: <DataReport model={{ step: 'receipt', number: 'D-4F7K-20QX-8M1B' }} full={null} action={action} />,
});
