import type { Radius } from '@flagstaff/contract/radius'
import { IconArrowNarrowRight } from '@tabler/icons-react'
import { formatNumber } from '../../../lib/format.ts'
import { t } from './messages.ts'
import classes from './radius.module.css'
import { outcomeName } from './words.ts'

const tones = ['var(--v1)', 'var(--v3)', 'var(--v2)', 'var(--ok)', 'var(--prod)']

/** The ways in which results change, as a bar and its legend. */
export function Transitions({ radius }: { radius: Radius }) {
  const { transitions, contexts, changed, unknown, flags } = radius
  const sum = transitions.reduce((total, one) => total + one.contexts, 0)
  // Contexts that change in several flags would make the bar longer than its frame.
  const whole = Math.max(contexts, sum + unknown)
  const parts = transitions.map((transition, index) => ({
    ...transition,
    key: JSON.stringify([transition.feature, transition.from, transition.to]),
    tone: tones[index % tones.length] ?? '',
  }))
  return (
    <>
      <div className={classes.bar} aria-hidden="true">
        {parts.map(({ key, tone, contexts: count }) => (
          <span key={key} style={{ width: `${(count / whole) * 100}%`, background: tone }} />
        ))}
        {unknown > 0 && <span className={classes.untold} style={{ width: `${(unknown / whole) * 100}%` }} />}
      </div>
      <ul className={classes.legend}>
        {parts.map(({ key, tone, feature, from, to, payloadOnly, contexts: count }) => (
          <li key={key}>
            <span className={classes.swatch} style={{ background: tone }} aria-hidden="true" />
            {flags > 1 && <span className={classes.feature}>{feature}</span>}
            <code>{outcomeName(from)}</code>
            <IconArrowNarrowRight size={16} stroke={1.5} aria-label={t('becomes')} />
            <code>{payloadOnly ? t('payload', { name: outcomeName(to) }) : outcomeName(to)}</code>
            <b className="num">{formatNumber(count)}</b>
          </li>
        ))}
        {unknown > 0 && (
          <li>
            <span className={`${classes.swatch} ${classes.untold}`} aria-hidden="true" />
            {t('unknown')} <b className="num">{formatNumber(unknown)}</b>
          </li>
        )}
        <li className="faint">
          <span className={classes.swatch} aria-hidden="true" />
          {t('unchanged')} <b className="num">{formatNumber(contexts - changed - unknown)}</b>
        </li>
      </ul>
      {sum > changed && <p className="faint small">{t('overlap')}</p>}
    </>
  )
}
