import type { Radius } from '@flagstaff/contract/radius'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../lib/api.ts'
import { formatMinute } from '../../../lib/format.ts'
import { t } from './messages.ts'
import { type RequestRef, requestRadius } from './queries.ts'
import { RadiusTable } from './RadiusTable.tsx'
import classes from './radius.module.css'

/** The blast radius of a change request, as a section of its page. */
export function RequestRadius(ref: RequestRef) {
  const { data, error, isFetching, refetch } = useQuery(requestRadius(ref))
  return (
    <section className={classes.card} aria-labelledby="radius" aria-busy={isFetching}>
      <header className={classes.head}>
        <h2 id="radius">{t('title')}</h2>
        {data && <span className="faint small">{headText(data)}</span>}
        <Button
          variant="subtle"
          size="xs"
          className={classes.again ?? ''}
          loading={isFetching}
          onClick={() => void refetch()}
        >
          {t('again')}
        </Button>
      </header>
      {data ? (
        <RadiusTable radius={data} />
      ) : (
        <p className={`faint ${classes.waiting}`} role={error ? 'alert' : 'status'}>
          {error ? errorText(error) : t('loading')}
        </p>
      )}
    </section>
  )
}

function headText({ contexts, stored, since }: Radius): string {
  if (contexts === 0 || since === undefined) return ''
  if (contexts < stored) return t('head.part', { count: contexts, stored })
  return t('head.since', { count: contexts, since: formatMinute(since) })
}

const errorText = (error: Error) =>
  error instanceof ApiError && error.code === 'requestConflict' ? t('conflict') : error.message
