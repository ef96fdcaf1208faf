import type { Radius, RadiusBlind, RadiusTransition } from '@flagstaff/contract/radius'
import { formatPercent } from '../../../lib/format.ts'
import { t } from './messages.ts'

type Outcome = RadiusTransition['from']

export const outcomeName = ({ isEnabled, variant }: Outcome): string =>
  isEnabled ? (variant ?? t('on')) : t('off')

/** In percent, with one decimal place below ten. */
export function shareText(part: number, whole: number): string {
  if (whole === 0) return formatPercent(0)
  const percent = (part / whole) * 100
  return formatPercent(percent < 10 ? Math.round(percent * 10) / 10 : Math.round(percent))
}

/** The estimate of the flag that changes most. */
export const largestEstimate = ({ estimate = [] }: Radius) =>
  estimate.toSorted((one, other) => other.share - one.share)[0]

export const blindWords = ({ reason, name }: RadiusBlind): string => t(`blind.${reason}`, { name })

/** One line for a form; undefined if there is nothing to compare with. */
export function lineOf(radius: Radius): string | undefined {
  if (radius.contexts > 0) {
    const { changed, contexts, unknown } = radius
    const parts = [
      t('line.changed', { count: changed, contexts }),
      ...(unknown > 0 ? [t('line.unknown', { count: unknown })] : []),
    ]
    return parts.join(', ')
  }
  const estimate = largestEstimate(radius)
  if (!estimate || estimate.share === 0) return undefined
  const share = shareText(estimate.share, 1)
  return t(estimate.upperBound ? 'estimate.most' : 'estimate.exact', { share })
}

/** Fields of a context from a text such as "country=NO, plan=pro". */
export const readFields = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(',')
      .map((part) => part.split('='))
      .flatMap(([name = '', ...value]) =>
        name.trim() && value.length > 0 ? [[name.trim(), value.join('=').trim()]] : [],
      ),
  )
