import type { ListeningSet, SignalOutcome } from '@flagstaff/contract/signal-outcomes'
import { t } from './messages.ts'
import { wordsOf } from './SetSentence.tsx'
import classes from './signals.module.css'

type OutcomeProps = {
  outcome: SignalOutcome
  sets: readonly ListeningSet[]
  /** Action sets to explain; all by default. */
  most?: number
}

/** What a signal started or, in plain words, why it started nothing. */
export function Outcome({ outcome: { state, runs, unmatched }, sets, most = sets.length }: OutcomeProps) {
  if (state === 'waiting') return <p className="dim small">{t('outcome.waiting')}</p>
  if (state === 'started') return <p className="dim small">{t('outcome.started', { count: runs })}</p>
  if (unmatched.length === 0) return <p className="dim small">{t('outcome.nobody')}</p>
  const shown = unmatched.slice(0, most)
  const more = sets.length - shown.length
  return (
    <div className={`dim small ${classes.reasons}`}>
      <p>{t('outcome.ignored')}</p>
      <ul>
        {shown.map((one) => {
          const set = sets.find(({ id }) => id === one.actionSetId)
          return (
            set && (
              <li key={set.id}>
                <b>{set.name}</b>: {reasonOf(one, set)}
              </li>
            )
          )
        })}
        {more > 0 && <li>{t('outcome.more', { count: more })}</li>}
      </ul>
    </div>
  )
}

function reasonOf({ reason, conditions }: SignalOutcome['unmatched'][number], { payload }: ListeningSet) {
  if (reason !== 'conditions') return t(`outcome.${reason}`)
  return conditions
    .map(({ path, actual }) => {
      const filter = payload[path]
      const wanted = filter ? `${path} ${wordsOf(filter)}` : path
      return actual === null
        ? t('outcome.missing', { wanted })
        : t('outcome.differs', { wanted, actual: actual === '' ? t('outcome.empty') : actual })
    })
    .join(' ')
}
