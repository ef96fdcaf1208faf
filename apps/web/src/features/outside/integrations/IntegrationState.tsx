import type { AddonState } from '@flagstaff/contract/integrations'
import { IconCircle, IconCircleFilled, IconLoader, IconSquareRotatedFilled } from '@tabler/icons-react'
import { formatMinute } from '../../../lib/format.ts'
import classes from './integrations.module.css'
import { t } from './messages.ts'

const icons = {
  ok: IconCircleFilled,
  off: IconCircle,
  waiting: IconLoader,
  failing: IconSquareRotatedFilled,
} satisfies Record<AddonState['state'], unknown>

/** A shape, a colour and a word. */
export function IntegrationState({ state }: { state: AddonState }) {
  const Glyph = icons[state.state]
  const hasMore = state.waiting > 0 && state.state !== 'ok'
  return (
    <div>
      <span className={classes.state} data-state={state.state}>
        <Glyph size={10} stroke={2.5} aria-hidden="true" />
        {state.state === 'failing'
          ? t('state.failing', { since: formatMinute(state.failingSince ?? new Date().toISOString()) })
          : t(`state.${state.state}`)}
      </span>
      {hasMore && (
        <div className="faint small">
          {state.waiting >= 1_000
            ? t('state.waitingMany')
            : t('state.waitingEvents', { count: state.waiting })}
        </div>
      )}
    </div>
  )
}
