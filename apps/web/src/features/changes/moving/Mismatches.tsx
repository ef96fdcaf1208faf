import type { MoveComparison } from '@flagstaff/contract/moving'
import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { formatNumber } from '../../../lib/format.ts'
import { t } from './messages.ts'
import classes from './moving.module.css'

type Mismatch = MoveComparison['mismatches'][number]
const keyOf = ({ flag, environment }: Mismatch) => `${environment} ${flag}`

/** Flags that differ, and one context that both servers answer differently. */
export function Mismatches({ mismatches }: { mismatches: readonly Mismatch[] }) {
  const [first] = mismatches
  const [open, setOpen] = useState(first && keyOf(first))
  const shown = mismatches.find((one) => keyOf(one) === open)
  return (
    <section className={classes.card} aria-labelledby="move-mismatches">
      <header>
        <h2 id="move-mismatches">{t('mismatchTable')}</h2>
      </header>
      <table className={classes.rows} aria-labelledby="move-mismatches">
        <thead>
          <tr>
            <th scope="col">{t('flag')}</th>
            <th scope="col">{t('environment')}</th>
            <th scope="col">{t('answersColumn')}</th>
            <th scope="col" className={classes.wide}>
              {t('cause')}
            </th>
          </tr>
        </thead>
        <tbody>
          {mismatches.map((one) => (
            <tr key={keyOf(one)} data-open={keyOf(one) === open || undefined}>
              <th scope="row">
                <UnstyledButton
                  className={classes.flag}
                  aria-label={t('show', { flag: one.flag })}
                  aria-pressed={keyOf(one) === open}
                  onClick={() => setOpen(keyOf(one))}
                >
                  {one.flag}
                </UnstyledButton>
              </th>
              <td>{one.environment}</td>
              <td className="num">
                {one.of > 0 ? t('of', { count: one.answers, total: one.of }) : formatNumber(one.answers)}
              </td>
              <td className={classes.wide}>{one.cause}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown && <Example mismatch={shown} />}
    </section>
  )
}

function Example({ mismatch: { cause, context, theirs, ours } }: { mismatch: Mismatch }) {
  return (
    <div className={classes.example} data-empty={context === null || undefined}>
      <p className={classes.narrow}>{cause}</p>
      {context && (
        <p>
          {t('example')} <span className="mono">{contextText(context)}</span>
        </p>
      )}
      {theirs && (
        <p data-side="theirs">
          <b>{t('unleash')}</b> {sideText(theirs)}
        </p>
      )}
      {ours && (
        <p data-side="ours">
          <b>{t('flagstaff')}</b> {sideText(ours)}
        </p>
      )}
    </div>
  )
}

const sideText = ({ enabled, variant, why }: NonNullable<Mismatch['ours']>): string =>
  `${t(enabled ? 'on' : 'off')}${variant ? ` (${variant})` : ''}: ${why}`

function contextText({ properties, ...top }: NonNullable<Mismatch['context']>): string {
  const all = { ...top, ...(typeof properties === 'object' ? properties : {}) }
  return Object.entries(all)
    .map(([name, value]) => `${name} ${value}`)
    .join(t('and'))
}
