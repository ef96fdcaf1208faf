import { t } from './messages.ts'
import classes from './Pill.module.css'
import { type State, stateWords } from './words.ts'

export function Pill({ state, small = false }: { state: State; small?: boolean }) {
  return (
    <span className={classes.pill} data-state={state} data-small={small || undefined}>
      {state === 'absent' && <span aria-hidden="true">{t('state.absent')}</span>}
      <span className={state === 'absent' ? 'hidden' : undefined}>{t(stateWords[state])}</span>
    </span>
  )
}

/** Marks a result that differs now or in another environment. */
export const Mark = ({ label }: { label: string }) => (
  <span className={classes.mark} role="img" aria-label={label} title={label}>
    {t('differs.mark')}
  </span>
)
