import type { Radius } from '@flagstaff/contract/radius'
import { UnstyledButton } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { formatNumber } from '../../../lib/format.ts'
import { Bar } from '../../../ui/Bar.tsx'
import { Estimated } from './Estimated.tsx'
import { Examples } from './Examples.tsx'
import { t } from './messages.ts'
import classes from './radius.module.css'
import { Transitions } from './Transitions.tsx'
import { blindWords, shareText } from './words.ts'

/** What changes for recent contexts: by transition, application and field, and what it cannot see. */
export function RadiusTable({ radius }: { radius: Radius }) {
  if (radius.contexts === 0) return <Estimated radius={radius} />
  const { changed, contexts, fields = [] } = radius
  return (
    <div className={classes.radius}>
      <div className={classes.sum}>
        <p>
          {changed > 0 && <b className={`num ${classes.count}`}>{formatNumber(changed)}</b>}{' '}
          {changed > 0 ? t('changed', { count: changed }) : t('none')}{' '}
          <span className="faint">{t('share', { share: shareText(changed, contexts), contexts })}</span>
        </p>
        <Transitions radius={radius} />
      </div>
      {changed > 0 && (
        <div className={classes.groups}>
          <Counts
            title={t('by.application')}
            rows={radius.applications.map((app) => ({ name: app.name, count: app.changed, of: changed }))}
          />
          {fields.map(({ name, values, others }) => (
            <Counts
              key={name}
              title={t('by.field', { name })}
              rows={[
                ...values.map(({ value, changed: count }) => ({
                  name: value ?? t('by.missing'),
                  count,
                  of: changed,
                })),
                ...(others > 0 ? [{ name: t('by.others'), count: others, of: changed }] : []),
              ]}
            />
          ))}
        </div>
      )}
      <Limits radius={radius} />
    </div>
  )
}

type Row = { name: string; count: number; of: number }

function Counts({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <section className={classes.group} aria-label={title}>
      <p className={classes.by} aria-hidden="true">
        {title}
      </p>
      <ul>
        {rows.map(({ name, count, of }) => (
          <li key={name}>
            <span className={classes.name}>{name}</span>
            <Bar value={of === 0 ? 0 : (count / of) * 100} width="100%" />
            <b className="num">{formatNumber(count)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the numbers do not cover. */
function Limits({ radius }: { radius: Radius }) {
  const [isOpen, setOpen] = useState(false)
  const { applications, known, others, blind, pseudonyms, examples = [] } = radius
  const shares = others
    .filter(({ evaluations }) => evaluations > 0)
    .slice(0, 5)
    .map(({ name, on, evaluations }) => t('seen.share', { name, share: shareText(on, evaluations) }))
  const texts = [
    t('seen', { seen: applications.length, known }),
    ...(others.length > 0 ? [t('seen.others', { count: others.length })] : []),
    ...(shares.length > 0 ? [t('seen.shares', { shares: shares.join(', ') })] : []),
    ...(blind.length > 0 ? [t('blind.title', { reasons: blind.map(blindWords).join('; ') })] : []),
    ...(pseudonyms.length > 0 ? [t('pseudonyms')] : []),
  ]
  return (
    <>
      <footer className={classes.limits}>
        <IconInfoCircle size={16} stroke={1.5} aria-hidden="true" />
        <p>{texts.join(' ')}</p>
        {examples.length > 0 && (
          <UnstyledButton className="link small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t('examples.hide') : t('examples', { count: examples.length })}
          </UnstyledButton>
        )}
      </footer>
      {isOpen && <Examples radius={radius} />}
    </>
  )
}
