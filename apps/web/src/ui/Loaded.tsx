import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../messages/en.ts'
import { Loading } from './Loading.tsx'
import classes from './State.module.css'

type Query<T> = { data: T | undefined; error: Error | null; refetch(): Promise<unknown> }

type LoadedProps<T> = {
  query: Query<T>
  /** What is loaded, in the plural: “Guards”. */
  name: string
  /** Shown while loading, instead of a skeleton. */
  loading?: ReactNode
  children(data: T): ReactNode
}

/**
 * States what a query returned. While it is loading, and after it failed, nothing is known: `children`, which may say
 * that there are no objects, is not called.
 */
export function Loaded<T>({ query, name, loading = <Loading rows={1} />, children }: LoadedProps<T>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (!error) return loading
  return (
    <p className={classes.failed} role="alert">
      <IconAlertTriangle size={16} stroke={1.5} aria-hidden="true" />
      <span>
        <b>{t('state.notLoaded', { name })}</b> {error.message}
      </span>
      <Button variant="default" size="xs" onClick={() => void refetch()}>
        {t('state.retry')}
      </Button>
    </p>
  )
}
