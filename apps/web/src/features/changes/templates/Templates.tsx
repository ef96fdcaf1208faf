import { Button, SegmentedControl } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useLimits } from '../../../lib/limits.ts'
import { useCommand } from '../../../lib/pageCommands.ts'
import { ListPage } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { NewButton } from '../../../ui/NewButton.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import { t } from './messages.ts'
import { useTemplateRefusal } from './permitted.ts'
import { templateList } from './queries.ts'
import { TemplateTable } from './TemplateTable.tsx'
import classes from './templates.module.css'

type TemplatesProps = { project: string | null; purpose: string; empty: string; actions?: ReactNode }

/** The list of templates of all projects, or of one. */
export function Templates({ project, purpose, empty, actions }: TemplatesProps) {
  const [archived, setArchived] = useState(false)
  const navigate = useNavigate()
  const limits = useLimits()
  const refusal = useTemplateRefusal(project, 'create')
  const { data, error, refetch } = useQuery(templateList(project, archived))
  const create = (start?: 'steps') => {
    if (!refusal)
      void navigate({
        to: '/release-templates/create-template',
        search: { project: project ?? undefined, start },
      })
  }
  useCommand('template.new', t('templates.new'), () => create(), <IconTemplate size={16} stroke={1.5} />)
  return (
    <ListPage
      title={t('templates.title')}
      purpose={purpose}
      facts={
        data &&
        !archived &&
        project === null &&
        t('templates.count', { count: data.length, limit: limits.releaseTemplates })
      }
      actions={
        <>
          {actions}
          <NewButton label={t('templates.new')} why={refusal} onClick={() => create()} />
        </>
      }
      filters={
        <SegmentedControl
          aria-label={t('templates.show')}
          size="xs"
          value={archived ? 'archived' : 'active'}
          data={[
            { value: 'active', label: t('templates.active') },
            { value: 'archived', label: t('templates.archived') },
          ]}
          onChange={(value) => setArchived(value === 'archived')}
        />
      }
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.length === 0 && !archived && (
        <State
          icon={<IconTemplate size={20} stroke={1.5} />}
          title={empty}
          text={t('templates.emptyText')}
          action={
            !refusal && (
              <div className={classes.starts}>
                <Button onClick={() => create('steps')}>{t('templates.useSteps')}</Button>
                <Button variant="default" onClick={() => create()}>
                  {t('templates.new')}
                </Button>
              </div>
            )
          }
        />
      )}
      {data?.length === 0 && archived && (
        <State
          icon={<IconTemplate size={20} stroke={1.5} />}
          title={t('templates.noArchived')}
          text={t('templates.noArchivedText')}
        />
      )}
      {data && data.length > 0 && <TemplateTable templates={data} />}
    </ListPage>
  )
}
