import type { Environments } from '@flagstaff/contract/environments'
import type { UiConfig } from '@flagstaff/contract/instance'
import { limits } from '@flagstaff/contract/limits'
import type { Me } from '@flagstaff/contract/users'
import { answer } from './server.ts'

const admin: Me = {
  user: { id: 1, name: 'Ada', email: 'ada@example.com' },
  permissions: [{ permission: 'ADMIN' }],
  feedback: [],
  splash: {},
}

const config: UiConfig = {
  version: '1.0.0',
  unleashUrl: 'http://localhost',
  baseUriPath: '',
  resourceLimits: limits,
  versionInfo: { current: { oss: '1.0.0' }, latest: {}, isLatest: true },
}

const environments: Environments = {
  version: 1,
  environments: [
    { name: 'development', type: 'development', enabled: true, protected: false, sortOrder: 1 },
    { name: 'production', type: 'production', enabled: true, protected: false, sortOrder: 2 },
  ],
}

/** The requests that every page needs, as an administrator or with the given permissions. */
export const account = (permissions: Me['permissions'] = admin.permissions) => ({
  'GET /api/admin/user': () => answer<Me>({ ...admin, permissions }),
  'GET /api/admin/ui-config': () => answer<UiConfig>(config),
  'GET /api/admin/environments': () => answer<Environments>(environments),
})
