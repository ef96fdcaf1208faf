import type { Role } from '@flagstaff/contract/accounts'
import type { UserAccessRequest } from '@flagstaff/contract/users'
import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatAge } from '../../../lib/format.ts'
import type { Refusal } from '../../../lib/session.ts'
import { Loaded } from '../../../ui/Loaded.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { SettingsCard } from '../../../ui/Settings.tsx'
import { accessRequests, useApproveRequest, useRejectRequest } from './invitation-queries.ts'
import { t } from './messages.ts'
import { VIEWER } from './RoleField.tsx'
import classes from './users.module.css'

/** Access requests of users who signed in through a provider and have no account; hidden if there are none. */
export function AccessRequests({ roles, why }: { roles: readonly Role[]; why: Refusal }) {
  const requests = useQuery(accessRequests)
  return (
    <Loaded query={requests} name={t('requests.name')} loading={null}>
      {(data) =>
        data.length > 0 && (
          <SettingsCard title={t('requests.title', { count: data.length })} text={t('requests.text')}>
            <ul className={classes.requests}>
              {data.map((request) => (
                <Request key={request.id} request={request} roles={roles} why={why} />
              ))}
            </ul>
          </SettingsCard>
        )
      }
    </Loaded>
  )
}

type RequestProps = { request: UserAccessRequest; roles: readonly Role[]; why: Refusal }

function Request({ request, roles, why }: RequestProps) {
  const approve = useApproveRequest()
  const reject = useRejectRequest()
  const [role, setRole] = useState(String(VIEWER))
  const unless = (act: () => void) => () => {
    if (!why) act()
  }
  const disabled = why ? true : undefined
  return (
    <li>
      <span className={classes.who}>
        <b>{request.email}</b> <span className="faint">{formatAge(request.requestedAt)}</span>
      </span>
      <Select
        aria-label={t('requests.role', { email: request.email })}
        data={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={role}
        allowDeselect={false}
        w={128}
        onChange={(value) => value && setRole(value)}
      />
      <Refused why={why}>
        <Button
          aria-disabled={disabled}
          loading={approve.isPending}
          onClick={unless(() => approve.mutate({ request, rootRole: Number(role) }))}
        >
          {t('requests.approve')}
        </Button>
      </Refused>
      <Refused why={why}>
        <Button
          variant="default"
          aria-disabled={disabled}
          loading={reject.isPending}
          onClick={unless(() => reject.mutate(request))}
        >
          {t('requests.reject')}
        </Button>
      </Refused>
    </li>
  )
}
