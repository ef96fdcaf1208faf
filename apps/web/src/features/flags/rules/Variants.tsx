import { Progress } from '@mantine/core'
import { formatNumber } from '../../../lib/format.ts'
import type { Against } from '../../setup/constraints/index.ts'
import { sentence } from '../../setup/constraints/index.ts'
import classes from './RuleSentence.module.css'
import type { Variant } from './rule.ts'

const tones = ['var(--v1)', 'var(--v2)', 'var(--v3)', 'var(--control)', 'var(--text-3)']
export const toneOf = (index: number) => tones[index % tones.length] ?? 'var(--control)'

type VariantsProps = {
  variants: readonly Variant[]
  against?: { variants: readonly Variant[]; mark: Against['mark'] } | undefined
}

/** Weights as one bar, then names and weights with a legend. */
export function Variants({ variants, against }: VariantsProps) {
  return (
    <span className={classes.variants}>
      <Progress.Root size={4} w={56} radius={2} aria-hidden="true" className={classes.bar}>
        {variants.map(({ name, weight }, index) => (
          <Progress.Section key={name} withAria={false} value={weight / 10} color={toneOf(index)} />
        ))}
      </Progress.Root>
      {variants.map((variant, index) => {
        const same = against?.variants.some(
          (other) => other.name === variant.name && other.weight === variant.weight,
        )
        return (
          <span key={variant.name} className={classes.variant}>
            <i style={{ background: toneOf(index) }} />
            {variant.name}
            {against && !same ? (
              <code className={`${sentence.value} num`} data-mark={against.mark}>
                {formatNumber(variant.weight / 10)}
              </code>
            ) : (
              <b className="num">{formatNumber(variant.weight / 10)}</b>
            )}
          </span>
        )
      })}
    </span>
  )
}
