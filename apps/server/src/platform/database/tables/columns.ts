import type { ColumnType } from 'kysely'

/** A JSON column: written as text, read as a parsed value. */
export type Json = ColumnType<unknown, string, string>
export type Moment = ColumnType<Date, Date | string, Date | string>
export type MomentOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
export type JsonOrNull = ColumnType<unknown, string | null | undefined, string | null>
export type GeneratedJson = ColumnType<unknown, string | undefined, string>
export type GeneratedMoment = ColumnType<Date, Date | string | undefined, Date | string>
