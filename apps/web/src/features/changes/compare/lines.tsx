import type { ComparedFlag } from '@flagstaff/contract/compare'
import { formatPercent } from '../../../lib/format.ts'
import type { DiffLine } from '../../../ui/Diff.tsx'
import type { SegmentNames } from '../../flags/index.ts'
import { bodyOf, diffRules } from '../../flags/index.ts'
import { ruleKey } from './choices.ts'
import { t } from './messages.ts'

type Places = { from: string; to: string }

/** A difference between the environments: its title, and the changes that copying it makes. */
export type Difference = { key: string; title: string; note?: string; lines: DiffLine[] }

/** In the order of the flag page. */
export function linesOf(flag: ComparedFlag, places: Places, segments: SegmentNames): Difference[] {
  const { enabled, variants, order } = flag
  return [
    ...(enabled.same
      ? []
      : [
          {
            key: 'enabled',
            title: t('switch'),
            lines: [
              { sign: '-' as const, key: '-', content: t(enabled.to ? 'on' : 'off') },
              { sign: '+' as const, key: '+', content: t(enabled.from ? 'on' : 'off') },
            ],
          },
        ]),
    ...flag.rules
      .map((pair, index) => ({ pair, index }))
      .filter(({ pair }) => !pair.same)
      .map(({ pair, index }) => {
        const title = pair.from?.title || pair.to?.title
        const note = !pair.to ? 'ruleAdded' : !pair.from ? 'ruleRemoved' : 'ruleChanged'
        return {
          key: ruleKey(pair),
          title: title ? t('ruleTitled', { number: index + 1, title }) : t('rule', { number: index + 1 }),
          note: t(note, places),
          lines: diffRules(
            pair.to ? bodyOf(pair.to) : undefined,
            pair.from ? bodyOf(pair.from) : undefined,
            segments,
          ),
        }
      }),
    ...(order.same
      ? []
      : [
          {
            key: 'order',
            title: t('order'),
            lines: [{ sign: '~' as const, key: '~', content: t('orderText') }],
          },
        ]),
    ...(variants.same
      ? []
      : [
          {
            key: 'variants',
            title: t('variants'),
            lines: [
              { sign: '-' as const, key: '-', content: variantsText(variants.to) },
              { sign: '+' as const, key: '+', content: variantsText(variants.from) },
            ],
          },
        ]),
  ]
}

const variantsText = (variants: ComparedFlag['variants']['from']) =>
  variants
    .map(({ name, weight }) => t('variantsLine', { name, share: formatPercent(weight / 10) }))
    .join(', ') || t('variantsNone')
