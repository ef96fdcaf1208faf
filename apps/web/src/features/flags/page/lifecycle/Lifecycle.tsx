import type { Feature } from '@flagstaff/contract/flags'
import { Popover, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useCan } from '../../../../lib/session.ts'
import { LifecycleStage } from '../../../../ui/LifecycleStage.tsx'
import { partOf } from '../place.ts'
import type { Place } from '../queries.ts'
import classes from './Lifecycle.module.css'
import { t } from './messages.ts'
import { type Next, nextStep } from './next.ts'

const Stages = lazy(() => import('./Stages.tsx').then((module) => ({ default: module.Stages })))
const CompleteDialog = lazy(() =>
  import('./CompleteDialog.tsx').then((module) => ({ default: module.CompleteDialog })),
)

/** The lifecycle stage of a flag; its popover shows the meaning, the history and actions. */
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
            <LifecycleStage stage={lifecycle.stage} since={lifecycle.enteredStageAt} />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('title')}>
          <Suspense fallback={<p className="faint small">{t('loading')}</p>}>
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
  const part = partFor[next]
  return (
    <span className={classes.next}>
      {t('next.label')}{' '}
      {part ? (
        <Link to={partOf(place, part)} className="link">
          {text}
        </Link>
      ) : next === 'complete' && !refusal ? (
        <UnstyledButton className="link" onClick={onComplete}>
          {text}
        </UnstyledButton>
      ) : (
        <span>{text}</span>
      )}
    </span>
  )
}

/** The tab on which a step is done. */
const partFor: Partial<Record<Next, 'code' | 'settings'>> = { code: 'code', archive: 'settings' }
