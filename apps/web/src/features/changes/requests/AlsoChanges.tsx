import type { ResultOf } from '@flagstaff/client'
import type { ChangeRequest } from '@flagstaff/contract/requests'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { environmentList } from '../../../lib/session.ts'
import { Environment } from '../../../ui/Environment.tsx'
import { Loaded } from '../../../ui/Loaded.tsx'
import { t } from './messages.ts'
import classes from './page.module.css'
import { requestEffects } from './queries.ts'

/** The other environments in which a request changes what flags do. */
export function AlsoChanges({ request }: { request: ChangeRequest }) {
  const { project, id } = request
  const effects = useQuery(requestEffects({ project, id }))
  return (
    <Loaded query={effects} name={t('also.title')} loading={null}>
      {(data) => <Places request={request} effects={data.effects} />}
    </Loaded>
  )
}

type Effects = ResultOf<'GET /api/admin/projects/:projectId/change-requests/:id/effects'>['effects']
type PlacesProps = { request: ChangeRequest; effects: Effects }

function Places({ request: { project, environment, hidden }, effects }: PlacesProps) {
  const { data: environments } = useSuspenseQuery(environmentList)
  const others = effects.filter((effect) => effect.project !== project || effect.environment !== environment)
  const places = [...Map.groupBy(others, (effect) => JSON.stringify([effect.project, effect.environment]))]
  if (places.length === 0 && hidden === 0) return null
  return (
    <section className={classes.card} aria-labelledby="also">
      <header className={classes.cardHead}>
        <h2 id="also">{t('also.title')}</h2>
        <span className="faint small">{t('also.text')}</span>
      </header>
      <ul className={classes.places}>
        {places.map(([key, [first, ...more]]) => (
          <li key={key}>
            {first && (
              <>
                {first.project !== project && <b>{first.project}</b>}
                <Environment
                  name={first.environment}
                  type={environments.find(({ name }) => name === first.environment)?.type ?? ''}
                  boxed
                />
                <span className={classes.names}>{[first, ...more].map(({ name }) => name).join(', ')}</span>
                {!first.protected && <span className="faint small">{t('also.unprotected')}</span>}
              </>
            )}
          </li>
        ))}
        {hidden > 0 && <li className="dim">{t('also.hidden', { count: hidden })}</li>}
      </ul>
    </section>
  )
}
