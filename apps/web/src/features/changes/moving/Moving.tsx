import type { Move } from '@flagstaff/contract/moving'
import { Button } from '@mantine/core'
import { IconArrowsTransferDown, IconCheck } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePage } from '../../../lib/crumbs.ts'
import { formatTime } from '../../../lib/format.ts'
import { t as admin } from '../../../messages/admin.ts'
import { Compare } from './Compare.tsx'
import { Connect } from './Connect.tsx'
import { Importing } from './Importing.tsx'
import { t } from './messages.ts'
import classes from './moving.module.css'
import { Plan } from './Plan.tsx'
import { move, useEndMove } from './queries.ts'
import { SwitchOver } from './SwitchOver.tsx'
import { type Station, stationOf, stations } from './stations.ts'

/** The move from Unleash in five stations. Hours can pass between them, so each can be opened again. */
export function Moving() {
  usePage([{ label: admin('admin.title'), to: '/admin' }, { label: t('title') }])
  const { data } = useSuspenseQuery(move)
  const [token, setToken] = useState('')
  const [isSwitching, setSwitching] = useState(false)
  const station: Station = isSwitching && data.comparison ? 'switch' : stationOf(data)
  const props = { move: data, token, onToken: setToken }
  return (
    <div className={classes.page}>
      <Head move={data} onEnd={() => setSwitching(false)} />
      <div className={classes.body}>
        <Steps at={station} />
        <div className={classes.main}>
          <Problem move={data} />
          <Following move={data} />
          {station === 'connect' && <Connect {...props} />}
          {station === 'plan' && <Plan {...props} />}
          {station === 'import' && <Importing {...props} />}
          {station === 'compare' && <Compare {...props} onContinue={() => setSwitching(true)} />}
          {station === 'switch' && <SwitchOver move={data} onBack={() => setSwitching(false)} />}
        </div>
      </div>
    </div>
  )
}

function Head({ move: { url, version, phase }, onEnd }: { move: Move; onEnd: () => void }) {
  const end = useEndMove()
  return (
    <header className={classes.head}>
      <IconArrowsTransferDown size={20} stroke={1.75} />
      <h1>{t('title')}</h1>
      {url && version && <span className="dim small">{t('source', { url, version })}</span>}
      {phase !== 'none' && (
        <Button
          variant="default"
          className={classes.end}
          loading={end.isPending}
          onClick={() => end.mutate(undefined, { onSuccess: onEnd })}
        >
          {t('end')}
        </Button>
      )}
    </header>
  )
}

const texts = {
  connect: [t('stepConnect'), t('stepConnectText')],
  plan: [t('stepPlan'), t('stepPlanText')],
  import: [t('stepImport'), t('stepImportText')],
  compare: [t('stepCompare'), t('stepCompareText')],
  switch: [t('stepSwitch'), t('stepSwitchText')],
} as const

function Steps({ at }: { at: Station }) {
  const now = stations.indexOf(at)
  return (
    <nav className={classes.steps} aria-label={t('steps')}>
      <ol>
        {stations.map((station, index) => {
          const [title, text] = texts[station]
          const state = index < now ? 'done' : index === now ? 'now' : 'next'
          return (
            <li key={station} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
              <span className={classes.number}>
                {state === 'done' ? <IconCheck size={13} stroke={2.25} aria-hidden="true" /> : index + 1}
              </span>
              <span>
                {title}
                <small>{text}</small>
              </span>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function Problem({ move: { phase, error } }: { move: Move }) {
  if (phase !== 'failed' && phase !== 'interrupted') return null
  return (
    <p className={classes.problem} role="alert">
      {phase === 'interrupted' ? t('interrupted') : t('failed', { reason: error ?? '' })}
    </p>
  )
}

function Following({ move: { following } }: { move: Move }) {
  if (!following) return null
  const { since, updated, error } = following
  return (
    <p className={classes.note} role="status">
      <b>{t('following')}</b>{' '}
      {error
        ? t('followingFailed', { reason: error })
        : t('followingText', { count: updated, since: formatTime(since) })}
    </p>
  )
}
