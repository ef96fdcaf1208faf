import { Button, Select } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { usePage } from '../../../lib/crumbs.ts'
import { environmentList } from '../../../lib/session.ts'
import { EnvironmentIcon, isProduction } from '../../../ui/Environment.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ProjectError, projectOverview } from '../../setup/projects/index.ts'
import { t } from './messages.ts'
import type { ImportFile } from './queries.ts'
import { Review } from './Review.tsx'
import { Source } from './Source.tsx'
import classes from './transfer.module.css'

/** Imports a file on one page: its content, the changes, and the progress. */
export function Import() {
  const { projectId } = useParams({ from: '/projects/$projectId/import' })
  const search = useSearch({ from: '/projects/$projectId/import' })
  const navigate = useNavigate()
  const overview = useQuery(projectOverview(projectId))
  const { data: all } = useSuspenseQuery(environmentList)
  const [file, setFile] = useState<ImportFile>()
  /** Counts the files, so that results for one are not shown for another. */
  const [reading, setReading] = useState(0)
  const [choose, setChoose] = useState(search.choose ?? false)
  const name = overview.data?.name ?? projectId
  usePage([
    { label: t('projects'), to: '/projects' },
    { label: name, to: `/projects/${projectId}` },
    { label: t('title') },
  ])
  if (overview.error)
    return <ProjectError id={projectId} error={overview.error} retry={() => void overview.refetch()} />
  if (!overview.data) return <Loading />
  const own = new Set(overview.data.environments?.map(({ environment }) => environment))
  const environments = all.filter((one) => own.has(one.name))
  const chosen = environments.find((one) => one.name === search.environment) ?? environments[0]
  const environment = chosen?.name ?? ''
  const take = (next: ImportFile | undefined, another = false) => {
    setFile(next)
    setChoose(another)
    setReading(reading + 1)
  }
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>{t('title')}</h1>
        <span className="dim">{t('into')}</span>
        <b>{name}</b>
        <Select
          className={`${classes.environment} ${isProduction(chosen?.type) ? classes.production : ''}`}
          aria-label={t('environment')}
          data={environments.map((one) => one.name)}
          value={environment}
          onChange={(next) =>
            void navigate({
              to: '/projects/$projectId/import',
              params: { projectId },
              search: { environment: next ?? undefined },
              replace: true,
            })
          }
          leftSection={<EnvironmentIcon type={chosen?.type ?? ''} />}
          allowDeselect={false}
        />
        {file && (
          <div className={classes.file}>
            <span className="dim small">{file.name}</span>
            <Button
              variant="default"
              leftSection={<IconUpload size={14} stroke={1.75} />}
              onClick={() => take(undefined, true)}
            >
              {t('otherFile')}
            </Button>
          </div>
        )}
      </header>
      {file ? (
        <Review
          key={`${reading} ${environment}`}
          project={{ id: projectId, name }}
          environment={environment}
          file={file}
          reading={reading}
          onLeave={() => take(undefined)}
        />
      ) : (
        <Source choose={choose} onRead={take} />
      )}
    </div>
  )
}
