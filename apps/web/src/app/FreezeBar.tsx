import type { Freeze } from '@flagstaff/contract/freezes'
import { IconSnowflake } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { projectFreezes } from '../features/changes/freezes/index.ts'
import { projectOverview } from '../features/setup/projects/index.ts'
import { formatUntil } from '../lib/until.ts'
import { rich, t } from '../messages/en.ts'
import { Loaded } from '../ui/Loaded.tsx'
import classes from './Bars.module.css'

/** Freezes that apply now in the project of a flag. */
export function FreezeBar({ projectId }: { projectId: string }) {
  const freezes = useQuery(projectFreezes(projectId))
  return (
    <Loaded query={freezes} name={t('state.freezes')} loading={null}>
      {(all) => <Freezes projectId={projectId} freezes={all} />}
    </Loaded>
  )
}

function Freezes({ projectId, freezes }: { projectId: string; freezes: readonly Freeze[] }) {
  const { data: project } = useQuery(projectOverview(projectId))
  // Until the environments of the project are known, a freeze may reach any of them.
  const environments = project?.environments?.map(({ environment }) => environment)
  const shown = freezes.filter((freeze) => freeze.active && reaches(freeze, environments))
  if (shown.length === 0) return null
  return (
    <section aria-label={t('freeze.region')}>
      {shown.map((freeze) => (
        <div key={freeze.id} className={classes.bar} data-tone="warn" data-wraps>
          <IconSnowflake size={16} stroke={1.5} aria-hidden="true" />
          <span>
            {rich(freeze.activeUntil ? 'freeze.bar' : 'freeze.barOpen', {
              environments: freeze.environments.join(', ') || t('freeze.everywhere'),
              until: freeze.activeUntil && formatUntil(freeze.activeUntil),
              name: freeze.name,
              b: (words: string[]) => <b key="freeze">{words}</b>,
            })}
          </span>
          <Link to="/freezes" className="link">
            {t('freeze.show')}
          </Link>
        </div>
      ))}
    </section>
  )
}

/** A project may have none of the environments of a freeze. */
const reaches = (freeze: Freeze, environments: readonly string[] | undefined) =>
  !environments ||
  freeze.environments.length === 0 ||
  freeze.environments.some((name) => environments.includes(name))
