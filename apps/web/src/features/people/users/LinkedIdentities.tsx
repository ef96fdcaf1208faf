import type { LinkedIdentity } from '@flagstaff/contract/sso'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../../ui/Loaded.tsx'
import { t } from './messages.ts'
import { linkedIdentities, useSetProtocol } from './queries.ts'
import classes from './users.module.css'

const protocols = ['oidc', 'saml'] as const

/** The accounts at identity providers that sign in to an account; nothing if there are none. */
export function LinkedIdentities({ userId }: { userId: number }) {
  const query = useQuery(linkedIdentities(userId))
  return (
    <Loaded query={query} name={t('users.identities')} loading={null}>
      {(identities) =>
        identities.length > 0 && (
          <section aria-labelledby="linked-identities">
            <h3 id="linked-identities" className={classes.heading}>
              {t('users.identities')}
            </h3>
            <ul className={classes.identities}>
              {identities.map((identity) => (
                <Identity key={identity.id} userId={userId} identity={identity} />
              ))}
            </ul>
          </section>
        )
      }
    </Loaded>
  )
}

function Identity({ userId, identity }: { userId: number; identity: LinkedIdentity }) {
  const set = useSetProtocol()
  const { id, protocol, issuer, subject } = identity
  return (
    <li className={classes.identity}>
      <span className={classes.subject}>{subject}</span>
      <span className={classes.cut} title={issuer}>
        {t(`users.identity.${protocol ?? 'unknown'}`)} · {issuer}
      </span>
      {protocol === null && (
        <>
          <p className={classes.text}>{t('users.identityUnknown')}</p>
          <div className={classes.choices}>
            {protocols.map((choice) => (
              <Button
                key={choice}
                size="compact-sm"
                variant="default"
                disabled={set.isPending}
                onClick={() => set.mutate({ userId, id, protocol: choice })}
              >
                {t(`users.identityUse.${choice}`)}
              </Button>
            ))}
          </div>
        </>
      )}
    </li>
  )
}
