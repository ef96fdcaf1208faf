import type { ChartLine } from './scale.ts'

/** 1 to 3 are the colours of the palette, 4 and 5 are greys, 6 is the colour of production. */
export type Colour = 1 | 2 | 3 | 4 | 5 | 6
/** Hatching and dashes tell series apart without colour. */
export type Fill = 'solid' | 'hatch' | 'back' | 'dots'

export type ChartSeries = ChartLine & {
  colour: Colour
  fill?: Fill
  dashed?: boolean
  /** A shorter name, for the end of a line. */
  label?: string
  /** Drawn thin and without a place in the legend. */
  faint?: boolean
}

/** Where a chart draws: functions from data to pixels. */
export type Plot = {
  /** Makes the ids of patterns unique on the page. */
  id: string
  left: number
  width: number
  bottom: number
  /** The width of a step. */
  step: number
  toX(index: number): number
  toY(value: number): number
}

export const fillOf = (id: string, { colour, fill = 'solid' }: ChartSeries) =>
  fill === 'solid' ? 'var(--line)' : `url(#${id}-${fill}-${colour})`
