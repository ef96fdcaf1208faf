import type { Group } from '@flagstaff/contract/accounts'
import { Link } from '@tanstack/react-router'
import { t } from '../messages.ts'
import classes from './groups.module.css'

/** Where the group has roles; they are given there. */
export function Projects({ group: { projects = [] } }: { group: Group }) {
  return (
    <div className={classes.aside}>
      <h2>{t('groups.projects')}</h2>
      <p className="t3 small">{t('groups.projectsHint')}</p>
      {projects.length === 0 && <p className="t2">{t('groups.noProjects')}</p>}
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
