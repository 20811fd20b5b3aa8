/** A column: its type in SQL, and the type of its values. */
interface Column<Value> {
  readonly sql: string;
  readonly value?: Value;
}
type Columns = Readonly<Record<string, Column<unknown>>>;

interface Table<Of extends Columns> {
  readonly columns: Of;
  /** Returns the statement that creates the table under a name. */
  readonly ddl: (name: string) => string;
}

export type Row<Of> =
  Of extends Table<infer Cells>
    ? { [Name in keyof Cells]: Cells[Name] extends Column<infer Value> ? Value : never }
    : never;

export const column = <Value>(sql: string): Column<Value> => ({ sql });
export const key = column<number>('integer primary key');
export const integer = column<number>('integer not null');
export const maybeInteger = column<number | null>('integer');
export const real = column<number>('real not null');
export const text = column<string>('text not null');
export const maybeText = column<string | null>('text');
export const blob = column<Uint8Array>('blob not null');
export const flag = column<0 | 1>('integer not null');
/** A text that is one of several words. */
export const word = <Value extends string>(): Column<Value> => column('text not null');

const cells = (columns: Columns): string[] => Object.entries(columns).map(([name, { sql }]) => `${name} ${sql}`);

/** @param constraints of the table in SQL, besides those of its columns */
export const table = <Of extends Columns>(columns: Of, ...constraints: string[]): Table<Of> => ({
  columns,
  ddl: (name) => `create table ${name} (${[...cells(columns), ...constraints].join(', ')});`,
});

/** A table in the order of its primary key. */
export const keyed = <Of extends Columns>(columns: Of, ...primary: (keyof Of & string)[]): Table<Of> => ({
  columns,
  ddl: (name) =>
    `create table ${name} (${cells(columns).join(', ')}, primary key (${primary.join(', ')})) without rowid;`,
});
