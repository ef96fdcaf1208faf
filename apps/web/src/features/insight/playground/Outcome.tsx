import { sentence } from '../../setup/constraints/index.ts'
import classes from './Detail.module.css'
import { t } from './messages.ts'
import { Pill } from './Pill.tsx'
import type { Answer } from './queries.ts'
import { stateOf } from './words.ts'

/** On or off, and the variant. */
export function Outcome({ answer }: { answer: Answer }) {
  return (
    <p className={classes.outcome}>
      <Pill state={stateOf(answer)} />
      {answer.isEnabled && answer.variant?.enabled && (
        <>
          <span className="dim">{t('state.variant')}</span>
          <code className={sentence.value}>{answer.variant.name}</code>
        </>
      )}
    </p>
  )
}
