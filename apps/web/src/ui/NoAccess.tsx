import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ApiError, get } from '../lib/api.ts'
import { boot } from '../lib/boot.ts'
import { me } from '../lib/session.ts'
import { t } from '../messages/en.ts'
import { Loading } from './Loading.tsx'
import { PageState } from './PageState.tsx'
import { nameOf, Person } from './Person.tsx'

const administrators = queryOptions({
  queryKey: ['user', 'administrators'],
  queryFn: ({ signal }) => get('GET /api/admin/user-admin/administrators', {}, signal),
})
const profile = queryOptions({
  queryKey: ['user', 'profile'],
  queryFn: ({ signal }) => get('GET /api/admin/user/profile', {}, signal),
})

/** The current user, the missing permission, and the administrators to ask. */
export function NoAccess({ error }: { error: ApiError }) {
  const user = useQueryClient().getQueryData(me.queryKey)?.user
  const own = useQuery(profile)
  const admins = useQuery(administrators)
  // Load everything first to avoid layout shifts.
  if (own.isPending || admins.isPending) return <Loading />
  const role = own.data?.rootRole.name
  const isMissing = error.permissions.length > 0
  const sentences = [
    missingIn(error),
    isMissing && role && t('state.yourRole', { role }),
    isMissing && t('state.ask'),
  ]
  return (
    <PageState
      icon={<IconLock size={20} stroke={1.5} />}
      title={t('state.notAllowed')}
      text={sentences.filter(Boolean).join(' ')}
      list={
        isMissing && admins.data
          ? { label: t('state.administrators'), rows: rowsOf(admins.data.names, admins.data.total) }
          : undefined
      }
      action={
        <Button component={Link} to="/projects" variant="default">
          {t('state.home')}
        </Button>
      }
      foot={
        user && (
          <>
            {t('state.signedIn', { name: nameOf(user) })}{' '}
            <a href={`${boot.basePath}/login`}>{t('session.other')}</a>
          </>
        )
      }
    />
  )
}

const anyOf = new Intl.ListFormat('en', { type: 'disjunction' })

function missingIn({ permissions, message }: ApiError): string {
  if (permissions.length === 0) return message
  // Admin satisfies every check, so it is only named if no other permission is enough.
  const less = permissions.filter((one) => one !== 'ADMIN')
  return less.length === 0 ? t('state.needsAdmin') : t('state.needs', { permissions: anyOf.format(less) })
}

function rowsOf(names: readonly string[], total: number) {
  const more = total - names.length
  const rows = names.map((name, index) => ({
    key: `${index} ${name}`,
    row: (
      <>
        <Person name={name} />
        <span className="faint small">{t('state.administrator')}</span>
      </>
    ),
  }))
  // Administrators with an email address but no name are only counted.
  if (more > 0 && names.length > 0)
    rows.push({ key: 'more', row: <span className="dim">{t('state.andMore', { count: more })}</span> })
  return rows
}
