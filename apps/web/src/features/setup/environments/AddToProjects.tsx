import type { Environment } from '@flagstaff/contract/environments'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { choicesOf } from '../../../lib/choices.ts'
import { projectList } from '../../../lib/projects.ts'
import classes from './environments.module.css'
import { t } from './messages.ts'

const SHOWN = 8

/** Links to the projects: flags have no state in an environment until their project uses it. */
export function AddToProjects({ environment: { projectCount = 0 } }: { environment: Environment }) {
  const projects = choicesOf(useQuery(projectList))
  return (
    <section className={classes.projects}>
      <h2>{t('env.projects')}</h2>
      <p className="dim">{t('env.inProjects', { count: projectCount ?? 0 })}</p>
      <ul>
        {projects.slice(0, SHOWN).map(({ id, name }) => (
          <li key={id}>
            <Link
              to="/projects/$projectId/settings/$place"
              params={{ projectId: id, place: 'environments' }}
              className="link"
            >
              {t('env.addIn', { project: name })}
            </Link>
          </li>
        ))}
        {projects.length > SHOWN && (
          <li>
            <Link to="/projects" className="link">
              {t('env.allProjects')}
            </Link>
          </li>
        )}
      </ul>
    </section>
  )
}
