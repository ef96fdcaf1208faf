import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { boot } from '../../../lib/boot.ts'
import { formatAge } from '../../../lib/format.ts'
import { useMayOpen } from '../../../lib/places.ts'
import { Environment } from '../../../ui/Environment.tsx'
import { Snippets } from '../../../ui/Snippets.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { snippetsFor } from '../../people/tokens/index.ts'
import classes from './Code.module.css'
import { t } from './messages.ts'
import { inOrder, useFlag, useFlagPage, usePlace } from './place.ts'
import { flagDetail } from './queries.ts'
import { References } from './References.tsx'

const WAITING_MS = 2_000
const SEEN_MS = 30_000
const order = ['Node', 'JavaScript', 'React', 'Python', 'Go', 'Java', 'Ruby', 'PHP', '.NET', 'curl']

/** Code snippets for evaluating this flag, and whether applications evaluate it. */
export function Code() {
  const place = usePlace()
  useFlagPage(place, t('tab.code'))
  const flag = useFlag(place)
  const mayOpen = useMayOpen()
  const seen = inOrder(flag.environments ?? []).filter(({ lastSeenAt }) => lastSeenAt)
  // Poll: evaluations are not events, so the live stream does not report them.
  useQuery({ ...flagDetail(place), refetchInterval: seen.length > 0 ? SEEN_MS : WAITING_MS })
  const wanted = { address: `${location.origin}${boot.basePath}`, flag: flag.name }
  const kinds = (['backend', 'frontend'] as const).flatMap((kind) => snippetsFor({ ...wanted, kind }))
  const snippets = order.flatMap((language) => kinds.find((one) => one.language === language) ?? [])
  return (
    <div className={classes.code}>
      <References place={place} />
      <section className={classes.card} aria-label={t('code.title', { flag: flag.name })}>
        <h2>{t('code.title', { flag: flag.name })}</h2>
        <p className="dim">
          {t('code.token')}{' '}
          {mayOpen('/admin/api') && (
            <Link to="/admin/api" className={classes.link}>
              {t('code.tokens')}
            </Link>
          )}
        </p>
        <Snippets label={t('code.language')} snippets={snippets} />
        <div className={classes.foot}>
          <Waiting
            done={seen.length > 0}
            text={t(seen.length > 0 ? 'code.seen' : 'code.waiting', { flag: flag.name })}
          />
          {seen.length === 0 && <span className="faint small">{t('code.waitingText')}</span>}
          {seen.map(({ name, type = '', lastSeenAt }) => (
            <span key={name} className={classes.seen}>
              <Environment name={name} type={type} />
              <span className="faint small num">{formatAge(lastSeenAt ?? '')}</span>
            </span>
          ))}
        </div>
      </section>
    </div>
  )
}
