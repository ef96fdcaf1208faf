import { Button } from '@mantine/core'
import { IconAlertTriangle, IconMapQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../lib/api.ts'
import { t } from '../messages/en.ts'
import { NoAccess } from './NoAccess.tsx'
import { PageState } from './PageState.tsx'
import classes from './State.module.css'

type StateProps = { icon?: ReactNode; title: string; text?: ReactNode; action?: ReactNode; foot?: ReactNode }

/** Replaces the content, including its heading, with one action. */
export function State({ icon, title, text, action, foot }: StateProps) {
  return (
    <div className={classes.state}>
      {icon}
      <h1>{title}</h1>
      {text && <p className="dim">{text}</p>}
      {action}
      {foot && <p className="faint small">{foot}</p>}
    </div>
  )
}

/** Distinguishes errors, missing permissions and pages that were not found. */
export function ErrorState({ error, retry }: { error: unknown; retry?: () => void }) {
  const api = error instanceof ApiError ? error : undefined
  if (api?.status === 403) {
    return <NoAccess error={api} />
  }
  if (api?.status === 404) return <NotFoundState />
  return (
    <State
      icon={<IconAlertTriangle size={20} stroke={1.5} />}
      title={t('state.failed')}
      text={error instanceof Error ? error.message : undefined}
      action={retry && <Button onClick={retry}>{t('state.retry')}</Button>}
      foot={api?.id ? t('state.requestId', { id: api.id }) : undefined}
    />
  )
}

export function NotFoundState({ action }: { action?: ReactNode }) {
  return (
    <PageState
      icon={<IconMapQuestion size={20} stroke={1.5} />}
      title={t('state.notFound')}
      text={t('state.notFoundText')}
      action={action ?? <ToProjects />}
    />
  )
}

const ToProjects = () => (
  <Button component={Link} to="/projects" variant="default">
    {t('state.home')}
  </Button>
)
