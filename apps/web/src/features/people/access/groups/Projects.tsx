import type { Group } from '@flagstaff/contract/accounts'
import { Link } from '@tanstack/react-router'
import { t } from '../messages.ts'
import classes from './groups.module.css'

/** The projects in which the group has roles; they are assigned there. */
export function Projects({ group: { projects = [] } }: { group: Group }) {
  return (
    <div className={classes.aside}>
      <h2>{t('groups.projects')}</h2>
      <p className="faint small">{t('groups.projectsHint')}</p>
      {projects.length === 0 && <p className="dim">{t('groups.noProjects')}</p>}
      <ul>
        {projects.map((project) => (
          <li key={project}>
            <Link
              to="/projects/$projectId/settings/$place"
              params={{ projectId: project, place: 'access' }}
              className="link"
            >
              {project}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
