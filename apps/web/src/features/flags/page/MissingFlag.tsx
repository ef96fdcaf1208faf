import { Button } from '@mantine/core'
import { IconArchive, IconMapQuestion, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ApiError } from '../../../lib/api.ts'
import { choicesOf } from '../../../lib/choices.ts'
import { formatDay } from '../../../lib/format.ts'
import { projectList } from '../../../lib/projects.ts'
import { useCan } from '../../../lib/session.ts'
import { t as shared } from '../../../messages/en.ts'
import { FlagType } from '../../../ui/FlagType.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { PageState } from '../../../ui/PageState.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { SearchButton } from '../../../ui/SearchButton.tsx'
import { State } from '../../../ui/State.tsx'
import { useNearFlags } from '../../insight/search/index.ts'
import { NoProject } from '../../setup/projects/index.ts'
import { t } from './messages.ts'
import { ArchivedComments } from './people/Comments.tsx'
import { pathOf, useFlagPage } from './place.ts'
import { archivedFlag, type Place, useCreateFlag, useRevive, withErrorToast } from './queries.ts'

/** For a flag that was not found: archived, in another project, or not created yet, each with its action. */
export function MissingFlag({ place, error }: { place: Place; error: ApiError }) {
  useFlagPage(place)
  const elsewhere = error.code === 'flagElsewhere' ? error.parameters.project : undefined
  const { data: archived, isPending } = useQuery({ ...archivedFlag(place), enabled: !elsewhere })
  if (elsewhere) return <Elsewhere place={{ ...place, project: elsewhere }} />
  if (isPending) return <Loading />
  if (archived) return <Archived place={place} since={archived.archivedAt} />
  return error.parameters.what === 'project' ? <NoProject id={place.project} /> : <Unknown place={place} />
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
    <>
      <State
        icon={<IconArchive size={20} stroke={1.5} />}
        title={t('missing.archived', place)}
        text={since ? t('missing.archivedSince', { day: formatDay(since) }) : undefined}
        action={
          <Refused why={refusal}>
            <Button
              loading={revive.isPending}
              aria-disabled={refusal ? true : undefined}
              onClick={() => !refusal && void withErrorToast(revive.mutateAsync())}
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
      <ArchivedComments place={place} />
    </>
  )
}

function Unknown({ place }: { place: Place }) {
  const refusal = useCan('CREATE_FEATURE', place)
  const create = useCreateFlag(place)
  const { near, isPending } = useNearFlags(place.flag)
  const projects = choicesOf(useQuery(projectList))
  const nameOf = (id: string) => projects.find((project) => project.id === id)?.name ?? id
  const project = nameOf(place.project)
  if (isPending) return <Loading />
  return (
    <PageState
      icon={<IconMapQuestion size={20} stroke={1.5} />}
      title={t('missing.title')}
      text={t('missing.text', { flag: place.flag, project })}
      list={{
        label: shared('state.near'),
        rows: near.map((flag) => ({
          key: flag.name,
          row: (
            <>
              <FlagType type={flag.type} plain />
              <Link to={flag.path} className="link">
                {flag.name}
              </Link>
              <span className="faint small">{nameOf(flag.project)}</span>
            </>
          ),
        })),
      }}
      action={
        <>
          <SearchButton />
          <Button
            component={Link}
            to={`/projects/${encodeURIComponent(place.project)}` as string}
            variant="default"
          >
            {t('missing.flags', { project })}
          </Button>
          {!refusal && (
            <Button
              variant="default"
              loading={create.isPending}
              onClick={() => void withErrorToast(create.mutateAsync())}
            >
              {t('missing.create', place)}
            </Button>
          )}
        </>
      }
    />
  )
}
