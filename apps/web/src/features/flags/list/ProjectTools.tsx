import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import {
  IconApps,
  IconArrowsDiff,
  IconChartAreaLine,
  IconDots,
  IconFileExport,
  IconFileImport,
  IconGitPullRequest,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useCommand } from '../../../lib/pageCommands.ts'
import { useCan } from '../../../lib/session.ts'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { t } from './messages.ts'

const ExportFlags = lazy(() =>
  import('../export/ExportFlags.tsx').then((module) => ({ default: module.ExportFlags })),
)

const icon = { size: 14, stroke: 1.75 } as const

/** Actions for all flags of a project. */
export function ProjectTools({ project, name }: { project: string; name: string }) {
  const navigate = useNavigate()
  const [exporting, setExporting] = useState<boolean>()
  const refusal = useCan('UPDATE_FEATURE', { project })
  const params = { projectId: project }
  const requests = () => void navigate({ to: '/projects/$projectId/change-requests', params })
  const compare = () => void navigate({ to: '/projects/$projectId/compare', params })
  const bring = () => void navigate({ to: '/projects/$projectId/import', params, search: { choose: true } })
  const applications = () => void navigate({ to: '/projects/$projectId/applications', params })
  const insights = () => void navigate({ to: '/projects/$projectId/insights', params })
  useCommand('project.requests', t('tools.requests'), requests, <IconGitPullRequest size={16} stroke={1.5} />)
  useCommand(
    'project.applications',
    t('tools.applications'),
    applications,
    <IconApps size={16} stroke={1.5} />,
  )
  useCommand('project.insights', t('tools.insights'), insights, <IconChartAreaLine size={16} stroke={1.5} />)
  useCommand('project.compare', t('tools.compare'), compare, <IconArrowsDiff size={16} stroke={1.5} />)
  useCommand(
    'project.import',
    t('tools.import'),
    () => !refusal && bring(),
    <IconFileImport size={16} stroke={1.5} />,
  )
  useCommand(
    'project.export',
    t('tools.export'),
    () => setExporting(true),
    <IconFileExport size={16} stroke={1.5} />,
  )
  return (
    <>
      <Menu position="bottom-end" width={216}>
        <Menu.Target>
          <Tooltip label={t('tools.label', { name })}>
            <ActionIcon aria-label={t('tools.label', { name })}>
              <IconDots size={16} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuAction icon={<IconGitPullRequest {...icon} />} onClick={requests}>
            {t('tools.requests')}
          </MenuAction>
          <MenuAction icon={<IconApps {...icon} />} onClick={applications}>
            {t('tools.applications')}
          </MenuAction>
          <MenuAction icon={<IconChartAreaLine {...icon} />} onClick={insights}>
            {t('tools.insights')}
          </MenuAction>
          <MenuAction icon={<IconArrowsDiff {...icon} />} onClick={compare}>
            {t('tools.compare')}
          </MenuAction>
          <MenuAction icon={<IconFileImport {...icon} />} why={refusal} onClick={bring}>
            {t('tools.import')}
          </MenuAction>
          <MenuAction icon={<IconFileExport {...icon} />} onClick={() => setExporting(true)}>
            {t('tools.export')}
          </MenuAction>
        </Menu.Dropdown>
      </Menu>
      {exporting !== undefined && (
        <Suspense>
          <ExportFlags
            opened={exporting}
            project={project}
            name={name}
            flags={[]}
            onClose={() => setExporting(false)}
          />
        </Suspense>
      )}
    </>
  )
}
