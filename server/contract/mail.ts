import { z } from 'zod';

/** Text of a single line, so that it cannot add a header. */
const line = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[^\r\n]*$/);

export const mail = z.object({
  from: z.object({ name: line(120), address: line(254) }),
  to: line(254),
  subject: line(200),
  text: z.string().min(1).max(20_000),
});
export type Mail = z.output<typeof mail>;
