import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { environmentList } from '../lib/session.ts'
import { t } from '../messages/en.ts'
import { Environment } from './Environment.tsx'
import classes from './Uses.module.css'

export type Use = {
  id: string
  featureName: string
  projectId: string
  environment: string
  strategyName: string
}

/** All rules that use an object, production first, as links. */
export function Uses({ uses, label }: { uses: readonly Use[]; label: string }) {
  const { data: environments } = useSuspenseQuery(environmentList)
  const typeOf = (name: string) => environments.find((one) => one.name === name)?.type ?? ''
  const rank = ({ environment }: Use) => (typeOf(environment) === 'production' ? 0 : 1)
  const sorted = [...uses].sort((a, b) => rank(a) - rank(b) || a.featureName.localeCompare(b.featureName))
  return (
    <table className={classes.uses} aria-label={label}>
      <thead>
        <tr>
          <th>{t('uses.flag')}</th>
          <th>{t('uses.project')}</th>
          <th>{t('uses.environment')}</th>
        </tr>
      </thead>
      <tbody>
        {sorted.map((use) => (
          <tr key={use.id}>
            <td>
              <Link
                className={classes.flag}
                to="/projects/$projectId/features/$flag"
                params={{ projectId: use.projectId, flag: use.featureName }}
              >
                {use.featureName}
              </Link>
            </td>
            <td className="dim">{use.projectId}</td>
            <td>
              <Environment name={use.environment} type={typeOf(use.environment)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
