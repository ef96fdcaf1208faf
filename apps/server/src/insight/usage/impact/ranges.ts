import type { LabelSelectors, TimeRange } from '@flagstaff/contract/impact'
import { LabelSelectors as Shape } from '@flagstaff/contract/impact'
import { Compile } from 'typebox/compile'
import { invalid } from '../../../platform/errors.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

/** Length and step of each range in seconds, and the step as the API names it. */
export const ranges: Record<TimeRange, { length: number; step: number; name: '1m' | '15m' | '3h' | '1d' }> = {
  hour: { length: HOUR, step: 60, name: '1m' },
  day: { length: DAY, step: 900, name: '15m' },
  week: { length: 7 * DAY, step: 3 * HOUR, name: '3h' },
  month: { length: 30 * DAY, step: DAY, name: '1d' },
}

const selectors = Compile(Shape)

/** The label selectors of a query, which are JSON in its address. */
export function readSelectors(text: string | undefined): LabelSelectors {
  if (text === undefined || text === '') return {}
  let sent: unknown
  try {
    sent = JSON.parse(text)
  } catch {
    sent = undefined
  }
  if (!selectors.Check(sent))
    throw invalid(
      'labels must be JSON with a list of values for each label, such as {"plan":["gold"]}.',
      '/labels',
    )
  return sent
}

/** Labels with several values divide the result into lines. */
export const dividingLabels = (labels: LabelSelectors): string[] =>
  Object.entries(labels)
    .filter(([, values]) => values.includes('*') || values.length > 1)
    .map(([name]) => name)
    .sort()
