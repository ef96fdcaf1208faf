import { api, inDatabase, report, seedApplication } from '../kit.ts'
import { provision } from '../provision.ts'
import { BESIDE, FLAG, PLANNED, PROJECT, type Prepared, REVIEWED, TYPED } from './screen.ts'

/** Creates the data for all screens, once. */
export async function prepareScreens(): Promise<Prepared> {
  const home = `/api/admin/projects/${PROJECT}`
  // Several workers run this at the same time: the lock lets one of them create the data.
  await inDatabase(async (client) => {
    await client.query('select pg_advisory_lock(1)')
    const known = await api.get<{ projects: { id: string }[] }>('/api/admin/projects')
    if (!known.projects.some(({ id }) => id === PROJECT)) await build(home)
  })
  const [rule] = await api.get<{ id: string }[]>(
    `${home}/features/${FLAG}/environments/development/strategies`,
  )
  const { segments } = await api.get<{ segments: { id: number; name: string }[] }>('/api/admin/segments')
  const segment = segments.find(({ name }) => name === 'screens-segment')
  const { groups } = await api.get<{ groups: { id: number; name: string }[] }>('/api/admin/groups')
  const group = groups.find(({ name }) => name === 'screens-group')
  const { roles } = await api.get<{ roles: { id: number; name: string }[] }>('/api/admin/roles')
  const role = roles.find(({ name }) => name === 'screens-role')
  const requests = await api.get<{ id: number; title: string }[]>(
    `/api/admin/projects/${REVIEWED}/change-requests`,
  )
  const named = (wanted: string) => requests.find(({ title }) => title === wanted)?.id
  const [request, scheduled, suspended] = [named('In review'), named('Scheduled'), named('Suspended')]
  const { freezes } = await api.get<{ freezes: { id: number; name: string }[] }>('/api/admin/freezes')
  const freeze = freezes.find(({ name }) => name === 'Screens weekends')
  const templates = await api.get<{ id: string; name: string }[]>('/api/admin/release-plan-templates')
  const template = templates.find(({ name }) => name === 'Screens rollout')
  const { addons } = await api.get<{ addons: { id: number; description: string }[] }>('/api/admin/addons')
  const integration = addons.find(({ description }) => description === 'Screens hook')
  if (!template || !integration) throw new Error('the screens have no release template or integration')
  const { banners } = await api.get<{ banners: { id: number; message: string }[] }>('/api/admin/banners')
  const banner = banners.find(({ message }) => message === 'Screens banner')
  if (!banner) throw new Error('the screens have no banner')
  const { signalEndpoints } = await api.get<{ signalEndpoints: { id: number; name: string }[] }>(
    '/api/admin/signal-endpoints',
  )
  const endpoint = signalEndpoints.find(({ name }) => name === 'screens')
  const { actions } = await api.get<{ actions: { id: number }[] }>(`${home}/actions`)
  const [set] = actions
  if (!endpoint || !set) throw new Error('the screens have no signal endpoint or action set')
  if (!rule || !segment || !group || !role || !request || !scheduled || !suspended || !freeze)
    throw new Error('the screens have no data to show')
  return {
    rule: rule.id,
    segment: segment.id,
    group: group.id,
    role: role.id,
    freeze: freeze.id,
    template: template.id,
    integration: integration.id,
    banner: banner.id,
    endpoint: endpoint.id,
    actions: set.id,
    request,
    scheduled,
    suspended,
  }
}

/** An endpoint that received a signal, and an action set that it started. */
async function buildSignals(home: string) {
  const endpoint = await api.post<{ id: number }>('/api/admin/signal-endpoints', {
    name: 'screens',
    description: 'Alerts of the screens',
  })
  await api.post(`/api/admin/signal-endpoints/${endpoint.id}/tokens`, { name: 'default' })
  const account = await api.post<{ id: number }>('/api/admin/service-account', {
    name: 'Screens actions',
    username: 'screens-actions',
    rootRole: 2,
  })
  const set = await api.post<{ id: number }>(`${home}/actions`, {
    name: 'Screens actions',
    actorId: account.id,
    match: {
      source: 'signal-endpoint',
      sourceId: endpoint.id,
      payload: { status: { operator: 'IN', values: ['firing'] } },
    },
    actions: [
      {
        action: 'TOGGLE_FEATURE_OFF',
        sortOrder: 1,
        executionParams: { environment: 'development', featureName: BESIDE },
      },
    ],
  })
  await inDatabase((client) =>
    client.query(`insert into signals (endpoint_id, payload) values ($1, '{"status": "firing"}')`, [
      endpoint.id,
    ]),
  )
  for (let runs = 0; runs === 0; ) {
    const { actionSetEvents } = await api.get<{ actionSetEvents: object[] }>(
      `${home}/actions/${set.id}/events`,
    )
    runs = actionSetEvents.length
  }
}

/** A flag with a schema, variants and references in two repositories. */
async function buildTyped(home: string) {
  await api.post(`${home}/features`, {
    name: TYPED,
    valueType: 'object',
    valueSchema: {
      type: 'object',
      required: ['slots', 'freeFrom'],
      properties: { slots: { type: 'integer', minimum: 1, maximum: 12 }, freeFrom: { type: 'number' } },
    },
    defaultValue: { slots: 4, freeFrom: 599 },
  })
  const variant = (name: string, value: object) => ({
    name,
    weight: 0,
    weightType: 'variable',
    stickiness: 'default',
    payload: { type: 'json', value: JSON.stringify(value) },
  })
  await api.post(`${home}/features/${TYPED}/environments/development/strategies`, {
    name: 'flexibleRollout',
    parameters: { rollout: '100', stickiness: 'default', groupId: TYPED },
    variants: [
      variant('control', { slots: 4, freeFrom: 599 }),
      variant('morning-slots', { slots: 6, freeFrom: 499, carriers: ['posten', 'bring'] }),
    ],
  })
  const place = (path: string, line: number, snippet: string) => ({
    flag: TYPED,
    path,
    line,
    column: 7,
    snippet,
  })
  const upload = (repository: string, references: object[]) =>
    api.put(`/api/admin/code-references/${encodeURIComponent(repository)}`, {
      branch: 'main',
      commit: '4f2a91c0aa',
      urlTemplate: 'https://git.example.com/blob/{commit}/{path}#L{line}',
      references,
    })
  await upload('shop/web', [
    place('src/delivery/DeliveryPage.tsx', 41, 'const options = await deliveryOptions.get(context)'),
    place('src/delivery/steps.ts', 9, 'deliveryOptions.get()'),
  ])
  await upload('shop/api', [place('internal/delivery/handler.go', 112, '')])
  await upload('shop/api', [])
}

async function build(home: string) {
  await buildAccounts()
  await api.post('/api/admin/projects', { id: PROJECT, name: 'Screens' })
  await buildTyped(home)
  await api.post('/api/admin/addons', {
    provider: 'webhook',
    description: 'Screens hook',
    enabled: true,
    // Nobody listens there.
    parameters: { url: 'http://127.0.0.1:9/' },
    events: ['feature-created'],
    projects: [PROJECT],
  })
  await api.post('/api/admin/context', {
    name: 'screens-plan',
    description: 'What somebody pays for',
    legalValues: [{ value: 'free' }, { value: 'team', description: 'up to 20 seats' }],
  })
  const condition = { contextName: 'screens-plan', operator: 'IN', values: ['team'] }
  const { id } = await api.post<{ id: number }>('/api/admin/segments', {
    name: 'screens-segment',
    description: 'Customers who pay for a team',
    constraints: [condition],
  })
  await api.post('/api/admin/segments', { name: 'screens-unused', constraints: [condition] })
  await api.post('/api/admin/tag-types', { name: 'screens-team', description: 'Who cares', color: '#2F6FD6' })
  const tags = [
    { type: 'screens-team', value: 'storefront' },
    { type: 'simple', value: 'autumn' },
  ]
  for (const name of [FLAG, BESIDE])
    await api.post(`${home}/features`, { name, description: 'What screens are shown with', tags })
  const parameters = ['string', 'number', 'percentage', 'boolean', 'list'].map((type) => ({
    name: `a ${type}`,
    type,
    description: 'What it is for',
    required: type === 'number',
  }))
  await api.post('/api/admin/strategies', { name: 'screensStrategy', title: 'By room', parameters })
  await api.post('/api/admin/strategies', { name: 'screensUnused', parameters: [] })
  await api.post(`${home}/features/${BESIDE}/environments/development/strategies`, {
    name: 'screensStrategy',
    parameters: { 'a number': '3' },
  })
  await api.post(`${home}/features/${FLAG}/environments/development/strategies`, {
    name: 'flexibleRollout',
    title: 'Teams first',
    parameters: { rollout: '25', stickiness: 'default', groupId: FLAG },
    constraints: [condition],
    segments: [id],
  })
  await api.post(`${home}/features/${FLAG}/environments/development/on`)
  await api.post(`${home}/features/${FLAG}/dependencies`, { feature: BESIDE, enabled: false })
  await seedApplication('screens-app', { flag: 'screens-unknown', strategy: 'screensNowhere' })
  const counts = { yes: 12, no: 30, variants: { blue: 7, green: 5 } }
  await report({ app: 'screens-app', flag: FLAG, ...counts })
  await api.post(`${home}/features/${FLAG}/link`, { url: 'https://example.com/screens', title: 'Issue' })
  await buildAccess(home)
  await buildRequest()
  await buildFreezes()
  await buildPlan(home, id)
  await buildSignals(home)
  // Off, since it would be on every other screen.
  const banner = { message: 'Screens banner', variant: 'warning', enabled: false }
  await api.post('/api/admin/banners', banner)
  await provision()
}

/** Requests in several states, in a separate project: protection would change the other screens. */
async function buildRequest() {
  const reviewed = `/api/admin/projects/${REVIEWED}`
  await api.post('/api/admin/projects', { id: REVIEWED, name: 'Reviewed screens' })
  await api.post(`${reviewed}/features`, { name: 'screens-reviewed' })
  await api.put(`${reviewed}/environments/production/change-requests/config`, { changeRequestsEnabled: true })
  for (const title of ['In review', 'Scheduled', 'Suspended']) {
    const { id } = await api.post<{ id: number }>(`${reviewed}/environments/production/change-requests`, {
      action: 'updateEnabled',
      feature: 'screens-reviewed',
      payload: { enabled: true },
    })
    const at = `${reviewed}/change-requests/${id}`
    await api.put(`${at}/title`, { title })
    await api.put(`${at}/until`, { until: new Date(Date.now() + 30 * 86_400_000).toISOString() })
    await api.put(`${at}/state`, { state: 'In review', comment: 'Ready to go' })
  }
  // Written directly, since a token cannot approve or schedule.
  await inDatabase((client) =>
    client.query(
      `with scheduled as (
         select id, edition from change_requests where project = $1 and title in ('Scheduled', 'Suspended')
       ), approved as (
         insert into request_reviews (request, user_id, user_name, verdict, edition)
         select id, 1, 'admin', 'approved', edition from scheduled
       )
       update change_requests set state = 'Scheduled', scheduled_at = now() + interval '7 days',
         schedule_status = case title when 'Scheduled' then 'pending' else 'suspended' end,
         schedule_reason = case title when 'Suspended' then 'The account that scheduled it was deleted.' end,
         schedule_version = 1, scheduled_by_type = 'user', scheduled_by_id = 1, scheduled_by_name = 'admin',
         state_times = state_times || jsonb_build_object('Scheduled', now())
       where id in (select id from scheduled)`,
      [REVIEWED],
    ),
  )
}

/** In an environment of the project that no other screen changes. */
async function buildFreezes() {
  const freeze = {
    reason: 'Nobody is on call.',
    project: REVIEWED,
    environments: ['development'],
    startsAt: null,
    endsAt: null,
    weekly: null,
    breakGlass: true,
  }
  const windows = [{ from: { day: 5, time: '16:00' }, to: { day: 1, time: '08:00' } }]
  const weekly = { timeZone: 'Europe/Berlin', windows }
  await api.post('/api/admin/freezes', { ...freeze, name: 'Screens weekends', weekly })
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  await api.post('/api/admin/freezes', {
    ...freeze,
    name: 'Screens sale',
    startsAt: inDays(7),
    endsAt: inDays(10),
    breakGlass: false,
  })
}

/** A template, and a flag that follows it. */
async function buildPlan(home: string, segment: number) {
  const rollout = (share: string) => ({
    name: 'flexibleRollout',
    sortOrder: 0,
    parameters: { rollout: share },
  })
  const { id } = await api.post<{ id: string }>('/api/admin/release-plan-templates', {
    name: 'Screens rollout',
    description: 'A day with teams, then everyone',
    milestones: [
      {
        name: 'Teams',
        sortOrder: 0,
        transitionCondition: { intervalMinutes: 1440 },
        strategies: [{ ...rollout('100'), segments: [segment] }],
      },
      {
        name: 'Half',
        sortOrder: 1,
        transitionCondition: { type: 'exposure', minimumExposures: 10_000 },
        strategies: [rollout('50')],
      },
      { name: 'Everyone', sortOrder: 2, strategies: [rollout('100')] },
    ],
  })
  await api.post(`${home}/release-templates`, { name: 'Screens template of the project' })
  await api.post(`${home}/features`, { name: PLANNED, description: 'Follows a release plan' })
  const at = `${home}/features/${PLANNED}/environments/development`
  await api.post(`${at}/on`)
  await api.post(`${at}/release-plans`, { templateId: id })
}

/** Roles of both kinds, and a group with one of them. */
async function buildAccess(home: string) {
  await api.post('/api/admin/roles', {
    name: 'screens-role',
    description: 'Turns flags on in development',
    type: 'custom',
    permissions: [{ name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' }],
  })
  const { roles: made } = await api.post<{ roles: { id: number } }>('/api/admin/roles', {
    name: 'screens-root',
    type: 'root-custom',
    permissions: [{ name: 'CREATE_PROJECT' }, { name: 'READ_ROLE' }],
  })
  const { id } = await api.post<{ id: number }>('/api/admin/groups', {
    name: 'screens-group',
    description: 'People who look after screens',
    mappingsSSO: ['team-screens'],
    rootRole: made.id,
    users: [{ user: { id: 1 } }],
  })
  await api.put(`${home}/groups/${id}/roles`, { roles: [5] })
}

/** A service account with a token that expires soon, and an access request. */
async function buildAccounts() {
  const account = { name: 'Screens robot', username: 'screens-robot', rootRole: 3 }
  const { id } = await api.post<{ id: number }>('/api/admin/service-account', account)
  const expiresAt = new Date(Date.now() + 3 * 86_400_000).toISOString()
  await api.post(`/api/admin/service-account/${id}/token`, { description: 'screens', expiresAt })
  await inDatabase(async (client) => {
    await client.query(
      `update personal_tokens set created_at = now() - interval '90 days' where description = 'screens'`,
    )
    await client.query(`insert into access_requests (id, email) values ('screens', 'asks@acme.example')`)
    await client.query(`insert into logins (type, auth_type, username, successful, failure_reason, ip)
      values ('login', 'password', 'asks@acme.example', false, 'wrong password', '192.0.2.7')`)
  })
}
