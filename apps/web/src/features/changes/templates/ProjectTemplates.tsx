import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { t } from './messages.ts'
import { Templates } from './Templates.tsx'

/** The templates that only flags of a project can use. */
export function ProjectTemplates({ id, project }: { id: string; project: { name: string } }) {
  return (
    <Templates
      project={id}
      purpose={t('templates.projectText', { project: project.name })}
      empty={t('templates.emptyProject')}
      actions={
        <Button variant="default" component={Link} to="/release-templates">
          {t('templates.shared')}
        </Button>
      }
    />
  )
}
