import { textOf } from '../../../../lib/address.ts'

export const ranges = [1, 24, 48, 168, 720, 2160] as const
export type Range = (typeof ranges)[number]
const USUAL: Range = 48

export const shapes = ['both', 'chart', 'table'] as const
export type Shape = (typeof shapes)[number]

/** The state of the page, stored in the URL. */
export type MetricsSearch = {
  hours?: Range | undefined
  /** `*` for all of them; defaults to the one with traffic. */
  environment?: string | undefined
  app?: string | undefined
  split?: 'variants' | undefined
  show?: Shape | undefined
}

export const readMetricsSearch = (search: Record<string, unknown>): MetricsSearch => ({
  hours: ranges.find((hours) => hours === Number(search.hours)),
  environment: textOf(search.environment),
  app: textOf(search.app),
  split: search.split === 'variants' ? 'variants' : undefined,
  show: shapes.find((shape) => shape === search.show),
})

export const hoursOf = ({ hours = USUAL }: MetricsSearch): Range => hours
