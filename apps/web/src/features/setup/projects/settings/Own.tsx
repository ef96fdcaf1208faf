import { Button } from '@mantine/core'
import { IconBraces, IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { contextFieldList } from '../../../../lib/contextFields.ts'
import { useCan } from '../../../../lib/session.ts'
import { type Column, ListPage, Rows } from '../../../../ui/List.tsx'
import { Loading } from '../../../../ui/Loading.tsx'
import { Refused } from '../../../../ui/Refused.tsx'
import { ErrorState, State } from '../../../../ui/State.tsx'
import { freshSegmentList } from '../../segments/index.ts'
import { t } from '../messages.ts'
import type { PlaceProps } from './place.ts'

type Own = { key: string; name: string; description: string; to: string; uses: number }

/** Segments of this project only. */
export function Segments({ id, project }: PlaceProps) {
  const { data, error, refetch } = useQuery(freshSegmentList)
  return (
    <OwnList
      title={t('own.segments')}
      none={t('own.noSegments')}
      text={t('own.segmentsText', { project: project.name })}
      icon={<IconUsersGroup size={20} stroke={1.5} />}
      create={{ to: '/segments/create', label: t('own.newSegment'), project: id }}
      refusal={useCan(['CREATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'], { project: id })}
      error={error}
      retry={() => void refetch()}
      rows={data
        ?.filter((segment) => segment.project === id)
        .map(({ id: key, name, description, usedInFeatures }) => ({
          key: String(key),
          name,
          description: description ?? '',
          to: `/segments/edit/${key}`,
          uses: usedInFeatures ?? 0,
        }))}
    />
  )
}

/** Context fields of this project only. */
export function Fields({ id, project }: PlaceProps) {
  const { data, error, refetch } = useQuery(contextFieldList)
  return (
    <OwnList
      title={t('own.fields')}
      none={t('own.noFields')}
      text={t('own.fieldsText', { project: project.name })}
      icon={<IconBraces size={20} stroke={1.5} />}
      create={{ to: '/context/create', label: t('own.newField'), project: id }}
      refusal={useCan(['CREATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'], { project: id })}
      error={error}
      retry={() => void refetch()}
      rows={data
        ?.filter((field) => field.project === id)
        .map(({ name, description, usedInFeatures }) => ({
          key: name,
          name,
          description: description ?? '',
          to: `/context/edit/${encodeURIComponent(name)}`,
          uses: usedInFeatures ?? 0,
        }))}
    />
  )
}

type OwnListProps = {
  title: string
  none: string
  text: string
  icon: ReactNode
  create: { to: '/segments/create' | '/context/create'; label: string; project: string }
  refusal: string | undefined
  error: Error | null
  retry(): void
  rows: Own[] | undefined
}

function OwnList({ title, none, text, icon, create, refusal, error, retry, rows }: OwnListProps) {
  const navigate = useNavigate()
  const make = () => void navigate({ to: create.to, search: { project: create.project } })
  const button = (
    <Refused why={refusal}>
      <Button
        leftSection={<IconPlus size={14} stroke={2} />}
        aria-disabled={refusal ? true : undefined}
        onClick={refusal ? undefined : make}
      >
        {create.label}
      </Button>
    </Refused>
  )
  const columns: Column<Own>[] = [
    {
      key: 'name',
      label: t('own.name'),
      cell: ({ name, description, to }) => (
        <>
          <Link to={to} className="link">
            <b>{name}</b>
          </Link>
          {description && <div className="faint small">{description}</div>}
        </>
      ),
    },
    {
      key: 'uses',
      label: t('own.uses'),
      width: 140,
      cell: ({ uses }) => (
        <span className="dim">{uses > 0 ? t('own.inFlags', { count: uses }) : t('own.unused')}</span>
      ),
    },
  ]
  return (
    <ListPage title={title} facts={rows && String(rows.length)} actions={rows && rows.length > 0 && button}>
      {error && <ErrorState error={error} retry={retry} />}
      {!rows && !error && <Loading />}
      {rows?.length === 0 && <State icon={icon} title={none} text={text} action={button} />}
      {rows && rows.length > 0 && (
        <Rows rows={rows} columns={columns} keyOf={({ key }) => key} label={title} />
      )}
    </ListPage>
  )
}
