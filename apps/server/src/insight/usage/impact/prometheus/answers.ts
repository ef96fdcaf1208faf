import type { MetricType } from '@flagstaff/contract/impact'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { PrometheusError } from './http.ts'

const Labels = Type.Record(Type.String(), Type.String())
const Point = Type.Tuple([Type.Number(), Type.String()])

const Matrix = Compile(
  Type.Object({ result: Type.Array(Type.Object({ metric: Labels, values: Type.Array(Point) })) }),
)
const Metadata = Compile(
  Type.Record(Type.String(), Type.Array(Type.Object({ type: Type.String(), help: Type.String() }))),
)
const SeriesList = Compile(Type.Array(Labels))
const Names = Compile(Type.Array(Type.String()))

type Checks<T> = { Check(value: unknown): value is T }
const checked =
  <T>(schema: Checks<T>) =>
  (data: unknown): T => {
    if (!schema.Check(data)) throw new PrometheusError('The server answered in an unknown form.')
    return data
  }

export const readMatrix = checked(Matrix as Checks<{ result: Found[] }>)
export const readMetadata = checked(Metadata as Checks<Record<string, { type: string; help: string }[]>>)
export const readLabels = checked(SeriesList as Checks<Record<string, string>[]>)
export const readNames = checked(Names as Checks<string[]>)

export type Found = { metric: Record<string, string>; values: [number, string][] }

export const toType = (text: string | undefined): MetricType | undefined =>
  text === 'counter' || text === 'gauge' || text === 'histogram' ? text : undefined

/** For metrics that the server knows no type of: the names that are customary. */
export const typeByName = (name: string): MetricType =>
  /_(total|count|sum)$/.test(name) ? 'counter' : 'gauge'
