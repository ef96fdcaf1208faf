import type { PlaygroundExplanation } from '@flagstaff/contract/explanations'
import { Environment } from '../../../ui/Environment.tsx'
import { sentence } from '../../setup/constraints/index.ts'
import { t } from './messages.ts'
import { Node } from './Node.tsx'
import { Rule } from './Rule.tsx'
import { type Context, Draw } from './Share.tsx'
import classes from './Tree.module.css'

type TreeProps = {
  explanation: PlaygroundExplanation
  environment: { name: string; type: string }
  context: Context
}

/** All steps in the order of evaluation: parents, the environment, then the rules. */
export function Tree({ explanation, environment, context }: TreeProps) {
  const { dependencies, environmentEnabled, rules, decidedBy, draws } = explanation
  const counted = rules.filter(({ disabled }) => !disabled)
  const decided = counted.findIndex(({ id }) => id === decidedBy)
  return (
    <ul className={classes.tree} aria-label={t('tree.label')}>
      {dependencies.map(({ feature, expected, actual, result }) => (
        <Node key={feature} outcome={result ? 'held' : 'failed'} note={parentWords(actual)}>
          {t('tree.needs')} <b>{feature}</b>
          <span className={sentence.operator}>
            {expected.variants.length > 0
              ? t('tree.needsVariants', { variants: expected.variants.join(', ') })
              : t(expected.enabled ? 'tree.needsOn' : 'tree.needsOff')}
          </span>
        </Node>
      ))}
      <Node outcome={environmentEnabled ? 'held' : 'failed'}>
        <Environment {...environment} boxed />
        <span className={sentence.operator}>{t(environmentEnabled ? 'tree.on' : 'tree.off')}</span>
      </Node>
      {counted.length === 0 && (
        <Node outcome={environmentEnabled ? 'held' : 'skipped'}>{t('tree.noRules')}</Node>
      )}
      {rules.map((rule) => {
        const place = counted.indexOf(rule)
        return (
          <Rule
            key={rule.id}
            rule={rule}
            place={place}
            late={decided >= 0 && place > decided}
            context={context}
            draws={rule.id === decidedBy ? draws : []}
          />
        )
      })}
      {decided < 0 && draws.map((draw) => <Draw key={draw.from} draw={draw} depth={0} />)}
    </ul>
  )
}

function parentWords(actual: PlaygroundExplanation['dependencies'][number]['actual']): string {
  if (!actual) return t('tree.parentMissing')
  if (!actual.enabled) return t('tree.parentOff')
  return actual.variant === 'disabled'
    ? t('tree.parentOn')
    : t('tree.parentVariant', { variant: actual.variant })
}
