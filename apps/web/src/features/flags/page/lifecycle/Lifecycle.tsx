import type { Feature } from '@flagstaff/contract/flags'
import { Popover, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useCan } from '../../../../lib/session.ts'
import { Hoist } from '../../../../ui/Hoist.tsx'
import { partOf } from '../place.ts'
import type { Place } from '../queries.ts'
import classes from './Lifecycle.module.css'
import { t } from './messages.ts'
import { nextStep } from './next.ts'

const Stages = lazy(() => import('./Stages.tsx').then((module) => ({ default: module.Stages })))
const CompleteDialog = lazy(() =>
  import('./CompleteDialog.tsx').then((module) => ({ default: module.CompleteDialog })),
)

/** The stage a flag is in; pressed, what it means, what came before and what can be done. */
export function Lifecycle({ place, flag }: { place: Place; flag: Feature }) {
  const [open, setOpen] = useState(false)
  const [completing, setCompleting] = useState<boolean>()
  const { lifecycle } = flag
  if (!lifecycle) return null
  const complete = () => {
    setOpen(false)
    setCompleting(true)
  }
  return (
    <>
      <Popover opened={open} onChange={setOpen} position="bottom-start" width={320} trapFocus>
        <Popover.Target>
          <UnstyledButton
            className={classes.stage ?? ''}
            aria-haspopup="dialog"
            onClick={() => setOpen(!open)}
          >
            <span className="hidden">{t('open')}</span>
            <Hoist stage={lifecycle.stage} since={lifecycle.enteredStageAt} />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('title')}>
          <Suspense fallback={<p className="t3 small">{t('loading')}</p>}>
            <Stages place={place} flag={flag} onComplete={complete} onDone={() => setOpen(false)} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <NextStep place={place} flag={flag} onComplete={complete} />
      {completing !== undefined && (
        <Suspense>
          <CompleteDialog place={place} opened={completing} onClose={() => setCompleting(false)} />
        </Suspense>
      )}
    </>
  )
}

type NextProps = { place: Place; flag: Feature; onComplete(): void }

function NextStep({ place, flag, onComplete }: NextProps) {
  const refusal = useCan('UPDATE_FEATURE', { project: place.project })
  const next = nextStep(flag)
  if (!next) return null
  const text = t(`next.${next}`)
  return (
    <span className={classes.next}>
      {t('next.label')}{' '}
      {next === 'code' && (
        <Link to={partOf(place, 'code')} className="link">
          {text}
        </Link>
      )}
      {next === 'archive' && (
        <Link to={partOf(place, 'settings')} className="link">
          {text}
        </Link>
      )}
      {next === 'complete' && !refusal && (
        <UnstyledButton className="link" onClick={onComplete}>
          {text}
        </UnstyledButton>
      )}
      {(next === 'production' || next === 'cleanUp' || (next === 'complete' && refusal)) && (
        <span>{text}</span>
      )}
    </span>
  )
}
