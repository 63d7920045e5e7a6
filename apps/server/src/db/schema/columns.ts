import type { ColumnType, Generated } from 'kysely'

/** Read as whole Unix seconds, as on the wire; written as a Date or by the database's clock. */
export type Time = ColumnType<number, Date | undefined, Date>
export type NullableTime = ColumnType<number | null, Date | null | undefined, Date | null>
export type Flag = 0 | 1
export type Id = Generated<number>
