import { Button } from '@mantine/core'
import { IconArchive, IconFlagPlus, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ApiError } from '../../../lib/api.ts'
import { formatDay } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import { t } from './messages.ts'
import { pathOf, useFlagPage } from './place.ts'
import { archivedFlag, type Place, telling, useCreateFlag, useRevive } from './queries.ts'

/** Nothing under this name: archived, in another project, or not there yet. Each has its own way on. */
export function MissingFlag({ place, error }: { place: Place; error: ApiError }) {
  useFlagPage(place)
  const elsewhere = error.code === 'flagElsewhere' ? error.parameters.project : undefined
  const { data: archived, isPending } = useQuery({ ...archivedFlag(place), enabled: !elsewhere })
  if (elsewhere) return <Elsewhere place={{ ...place, project: elsewhere }} />
  if (isPending) return <Loading />
  if (archived) return <Archived place={place} since={archived.archivedAt} />
  return error.parameters.what === 'project' ? <ErrorState error={error} /> : <Unknown place={place} />
}

function Elsewhere({ place }: { place: Place }) {
  return (
    <State
      icon={<IconSearchOff size={20} stroke={1.5} />}
      title={t('missing.elsewhere', place)}
      action={
        <Button component={Link} to={pathOf(place)}>
          {t('missing.go', place)}
        </Button>
      }
    />
  )
}

function Archived({ place, since }: { place: Place; since: string | null }) {
  const refusal = useCan('UPDATE_FEATURE', place)
  const revive = useRevive(place)
  return (
    <State
      icon={<IconArchive size={20} stroke={1.5} />}
      title={t('missing.archived', place)}
      text={since ? t('missing.archivedSince', { day: formatDay(since) }) : undefined}
      action={
        <Refused why={refusal}>
          <Button
            loading={revive.isPending}
            aria-disabled={refusal ? true : undefined}
            onClick={() => !refusal && void telling(revive.mutateAsync())}
          >
            {t('action.revive')}
          </Button>
        </Refused>
      }
      foot={
        <Link to="/history" search={{ flag: place.flag }} className="link">
          {t('missing.log')}
        </Link>
      }
    />
  )
}

function Unknown({ place }: { place: Place }) {
  const refusal = useCan('CREATE_FEATURE', place)
  const create = useCreateFlag(place)
  return (
    <State
      icon={<IconFlagPlus size={20} stroke={1.5} />}
      title={t('missing.title', place)}
      text={t('missing.text')}
      action={
        <Refused why={refusal}>
          <Button
            loading={create.isPending}
            aria-disabled={refusal ? true : undefined}
            onClick={() => !refusal && void telling(create.mutateAsync())}
          >
            {t('missing.create', place)}
          </Button>
        </Refused>
      }
    />
  )
}
