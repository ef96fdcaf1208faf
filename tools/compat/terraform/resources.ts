import { PASSWORD } from '../people.ts'
import type { Body } from '../player.ts'
import { certificate } from './certificate.ts'

export type Call = { method: string; path: string; body?: object; status: number }
/** The response to creating each object, by the name of its resource. */
export type Known = Record<string, Body>
export type Resource = {
  name: string
  create: (known: Known) => Call
  /** An additional request that completes the creation. */
  complete?: (known: Known) => Call
  read: (known: Known) => Call
  /** The described fields in the server's response; undefined if the object does not exist. */
  found: (body: Body, known: Known) => unknown
  wanted: (known: Known) => unknown
  /** Fields that must be missing from the object in every response: the provider takes a null for a value. */
  absent?: readonly string[]
  update?: (known: Known) => Call
  remove?: (known: Known) => Call
}

const get = (path: string): Call => ({ method: 'GET', path, status: 200 })
const post = (path: string, body: object, status = 201): Call => ({ method: 'POST', path, body, status })
const put = (path: string, body: object, status = 200): Call => ({ method: 'PUT', path, body, status })
const remove = (path: string): Call => ({ method: 'DELETE', path, status: 200 })
const OWNER = 4
const expiresAt = '2048-01-01T00:00:00.000Z'

/** The fields of the response with the same names. */
const like = (wanted: object) => (body: Body) =>
  body && Object.fromEntries(Object.keys(wanted).map((key) => [key, body[key]]))

/** An object with its own URL, whose body is returned as it was sent. */
function plain(
  name: string,
  wanted: object,
  calls: { list: string; one: (known: Known) => string; created?: number; sent?: object },
): Resource {
  const { list, one, created, sent = {} } = calls
  return {
    name,
    create: () => post(list, { ...wanted, ...sent }, created),
    read: (known) => get(one(known)),
    found: like(wanted),
    wanted: () => wanted,
    update: (known) => put(one(known), { ...wanted, name: 'Renamed by Terraform' }),
    remove: (known) => remove(one(known)),
  }
}

const project = { id: 'tf-project', name: 'Terraform', description: 'Made by a tool' }
const bareProject = { id: 'tf-bare', name: 'Bare' }
const bareField = { name: 'tf-ham' }
const environment = { name: 'tf-space', type: 'test' }
const field = {
  name: 'tf-cheese',
  description: 'Kind of cheese',
  stickiness: true,
  legalValues: [{ value: 'brie', description: 'Soft' }],
}
const role = {
  name: 'Terraform role',
  description: 'For a project',
  type: 'custom',
  permissions: [
    { name: 'CREATE_FEATURE' },
    { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' },
  ],
}
const account = { username: 'tf-account', name: 'Terraform account', rootRole: 3 }
const token = { tokenName: 'tf-token', type: 'frontend', environment: 'development', projects: ['default'] }
const oidc = {
  enabled: false,
  discoverUrl: 'https://idp.example/.well-known/openid-configuration',
  clientId: 'flags',
  autoCreate: false,
}
const saml = {
  enabled: false,
  entityId: 'https://idp.example',
  signOnUrl: 'https://idp.example/sso',
  certificate,
  autoCreate: false,
}

const settings = (name: string, wanted: object, sent: object = {}): Resource => {
  const path = `/auth/${name}/settings`
  return {
    name,
    create: () => post(path, { ...wanted, ...sent }, 200),
    read: () => get(path),
    found: like(wanted),
    wanted: () => wanted,
    update: () => post(path, { ...wanted, ...sent, autoCreate: true, defaultRootRoleId: 3 }, 200),
  }
}

const permission = ({ name, environment }: Body) => `${name} ${environment ?? ''}`
const member = (id: unknown, roles: unknown[]) => ({ id, roles })
const access = '/projects/tf-project/access'

/** Every kind of object that Unleash's Terraform provider documents, in order of their dependencies. */
export const resources: Resource[] = [
  {
    ...plain('context_field', field, { list: '/context', one: () => `/context/${field.name}` }),
    update: () => put(`/context/${field.name}`, { ...field, description: 'Cheese' }),
  },
  {
    ...plain('bare_context_field', bareField, { list: '/context', one: () => `/context/${bareField.name}` }),
    absent: ['description'],
    update: () => put(`/context/${bareField.name}`, { stickiness: true }),
  },
  {
    ...plain('bare_project', bareProject, { list: '/projects', one: () => `/projects/${bareProject.id}` }),
    read: () => get('/projects'),
    found: ({ projects }) => like(bareProject)(projects.find(({ id }: Body) => id === bareProject.id)),
    absent: ['description'],
  },
  {
    ...plain('project', project, { list: '/projects', one: () => `/projects/${project.id}` }),
    read: () => get(`/projects/${project.id}/overview`),
    found: ({ name, description }) => ({ ...project, name, description }),
  },
  {
    ...plain('environment', environment, {
      list: '/environments',
      one: () => `/environments/${environment.name}`,
    }),
    update: () => put(`/environments/update/${environment.name}`, { type: 'preproduction' }),
  },
  {
    name: 'project_environment',
    create: () => post(`/projects/${project.id}/environments`, { environment: environment.name }, 200),
    complete: () =>
      put(
        `/projects/${project.id}/environments/${environment.name}/change-requests/config`,
        { changeRequestsEnabled: false },
        204,
      ),
    read: () => get(`/environments/project/${project.id}`),
    found: ({ environments }) => environments.find(({ name }: Body) => name === environment.name)?.visible,
    wanted: () => true,
    remove: () => remove(`/projects/${project.id}/environments/${environment.name}`),
  },
  {
    ...plain(
      'user',
      { name: 'Terraform user', email: 'tf@example.com', rootRole: 3 },
      {
        list: '/user-admin',
        one: ({ user }) => `/user-admin/${user.id}`,
        sent: { password: PASSWORD, sendEmail: false },
      },
    ),
    absent: ['username'],
  },
  {
    name: 'group',
    create: ({ user }) => post('/groups', { name: 'tf-group', users: [{ user: { id: user.id } }] }),
    read: ({ group }) => get(`/groups/${group.id}`),
    found: ({ name, users }) => ({ name, users: users.map(({ user }: Body) => user.id) }),
    wanted: ({ user }) => ({ name: 'tf-group', users: [user.id] }),
    update: ({ group }) => put(`/groups/${group.id}`, { name: 'tf-group', description: 'A team', users: [] }),
    remove: ({ group }) => remove(`/groups/${group.id}`),
  },
  {
    name: 'role',
    create: () => post('/roles', role, 200),
    read: (known) => get(`/roles/${known.role.roles.id}`),
    found: ({ name, description, type, permissions }) => ({
      name,
      description,
      type,
      permissions: permissions.map(permission).sort(),
    }),
    wanted: () => ({ ...role, permissions: role.permissions.map(permission).sort() }),
    update: (known) => put(`/roles/${known.role.roles.id}`, { ...role, description: 'For some projects' }),
    remove: (known) => remove(`/roles/${known.role.roles.id}`),
  },
  {
    name: 'project_access',
    create: ({ user }) => put(access, { roles: [{ id: OWNER, users: [user.id], groups: [] }] }),
    read: () => get(access),
    found: ({ users, groups }) => ({
      users: users.map(({ id, roles }: Body) => member(id, roles)),
      groups: groups.length,
    }),
    wanted: ({ user }) => ({ users: [member(user.id, [OWNER])], groups: 0 }),
    update: ({ user, group, role }) =>
      put(access, {
        roles: [
          { id: OWNER, users: [user.id], groups: [] },
          { id: role.roles.id, users: [], groups: [group.id] },
        ],
      }),
    // A project must keep an owner; other access is removed with the project.
    remove: ({ user }) => put(access, { roles: [{ id: OWNER, users: [user.id], groups: [] }] }),
  },
  {
    name: 'service_account',
    create: () => post('/service-account', account),
    read: () => get('/service-account'),
    found: ({ serviceAccounts }, known) =>
      like(account)(serviceAccounts.find(({ id }: Body) => id === known.service_account.id)),
    wanted: () => account,
    update: (known) =>
      put(`/service-account/${known.service_account.id}`, { name: 'Renamed account', rootRole: 3 }),
    remove: (known) => remove(`/service-account/${known.service_account.id}`),
  },
  {
    name: 'service_account_token',
    create: (known) =>
      post(`/service-account/${known.service_account.id}/token`, { description: 'tf', expiresAt }),
    read: (known) => get(`/service-account/${known.service_account.id}/token`),
    found: ({ pats }, known) =>
      like({ description: '', expiresAt })(
        pats.find(({ id }: Body) => id === known.service_account_token.id),
      ),
    wanted: () => ({ description: 'tf', expiresAt }),
    remove: (known) =>
      remove(`/service-account/${known.service_account.id}/token/${known.service_account_token.id}`),
  },
  {
    name: 'api_token',
    create: () => post('/api-tokens', token),
    read: () => get('/api-tokens'),
    // The provider identifies its token by the secret only.
    found: ({ tokens }, { api_token }) =>
      like(token)(tokens.find(({ secret }: Body) => secret === api_token.secret)),
    wanted: () => token,
    update: ({ api_token }) => put(`/api-tokens/${api_token.secret}`, { expiresAt }),
    remove: ({ api_token }) => remove(`/api-tokens/${api_token.secret}`),
  },
  settings('oidc', oidc, { secret: 'of-the-provider' }),
  settings('saml', saml),
]

/** The requests of its data sources. */
export const dataSources: Call[] = ['/permissions', '/roles', '/user-admin', '/groups', '/environments'].map(
  get,
)
