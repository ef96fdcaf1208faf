import type { ApiToken } from '@flagstaff/contract/tokens'
import { Button } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { boot } from '../../../lib/boot.ts'
import { formatDay } from '../../../lib/format.ts'
import { environmentList } from '../../../lib/session.ts'
import { Environment } from '../../../ui/Environment.tsx'
import { Secret } from '../../../ui/Secret.tsx'
import { Snippets } from '../../../ui/Snippets.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { t } from './messages.ts'
import { tokenList } from './queries.ts'
import { snippetsFor } from './snippets.ts'
import classes from './tokens.module.css'
import { kindOf } from './views.ts'

const LOOK_EVERY_MS = 2_000

/** The secret, how to use it, and whether it was used yet. */
export function TokenReady({ token, onDone }: { token: ApiToken; onDone(): void }) {
  const { data: environments } = useSuspenseQuery(environmentList)
  const seen = useSeen(token)
  const kind = kindOf(token)
  const { environment = '', expiresAt, projects, secret } = token
  return (
    <>
      <p className={classes.facts}>
        <span>{t(kind === 'frontend' ? 'tokens.frontend' : 'tokens.backend')}</span>
        <Environment
          name={environment}
          type={environments.find(({ name }) => name === environment)?.type ?? ''}
        />
        <span>{projects.includes('*') ? t('tokens.allProjects') : projects.join(', ')}</span>
        <span>{expiresAt ? t('ready.until', { day: formatDay(expiresAt) }) : t('ready.forever')}</span>
      </p>
      <Secret value={secret ?? ''} label={t('ready.secret')} why={t('ready.once')} />
      <div className={classes.snippets}>
        <Snippets
          label={t('ready.snippets')}
          snippets={snippetsFor({
            address: `${location.origin}${boot.basePath}`,
            kind: kind === 'frontend' ? 'frontend' : 'backend',
            app: token.tokenName,
            secret: secret ?? undefined,
          })}
        />
      </div>
      <div className={classes.foot}>
        <Waiting done={seen} text={t(seen ? 'ready.seen' : 'ready.waiting')} />
        <Button variant="default" onClick={onDone}>
          {t('ready.done')}
        </Button>
      </div>
    </>
  )
}

/** Poll: token use is not an event, so the live stream does not report it. */
function useSeen({ id }: ApiToken): boolean {
  const { data } = useQuery({
    ...tokenList,
    refetchInterval: ({ state }) =>
      state.data?.find((token) => token.id === id)?.seenAt ? false : LOOK_EVERY_MS,
  })
  return Boolean(data?.find((token) => token.id === id)?.seenAt)
}
