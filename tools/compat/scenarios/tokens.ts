import { scenario } from '../player.ts'

const inADay = new Date(Date.now() + 86_400_000).toISOString()

export const tokens = scenario('tokens', async ({ call }) => {
  const make = (body: unknown, more: object = {}) => call('createApiToken', { body, ...more })
  await call('getAllApiTokens')
  const backend = (await make({ tokenName: 'sdk', type: 'client', environment: 'development' })).pick(
    ({ secret }) => secret,
  )
  await make({
    tokenName: 'browser',
    type: 'frontend',
    environment: 'production',
    projects: ['default'],
    expiresAt: inADay,
  })
  await make({ tokenName: 'upper', type: 'FRONTEND', environment: 'development', projects: ['*', 'default'] })
  await make({ tokenName: 'plain', type: 'client' })
  await make({ tokenName: 'root', type: 'admin' })
  await make({ tokenName: 'all', type: 'client', environment: '*' })
  await make({ tokenName: 'nowhere', type: 'client', environment: 'nosuch' })
  await make({ tokenName: 'homeless', type: 'client', environment: 'development', projects: ['nosuch'] })
  await make({ type: 'client' })
  await make({ tokenName: 'typeless' })
  await make({ tokenName: 'odd', type: 'odd' })
  await make({ tokenName: 'viewed', type: 'client' }, { as: 'viewer' })
  await make({ tokenName: 'edited', type: 'client' }, { as: 'editor' })
  await call('getAllApiTokens')
  await call('getAllApiTokens', { as: 'editor' })
  await call('getAllApiTokens', { as: 'viewer' })
  await call('getApiTokensByName', { path: { name: 'sdk' } })
  await call('getApiTokensByName', { path: { name: 'nosuch' } })
  await call('getApiTokensByName', { path: { name: 'sdk' }, as: 'viewer' })
  const update = (token: unknown, body: unknown, more: object = {}) =>
    call('updateApiToken', { path: { token }, body, ...more })
  await update(backend, { expiresAt: inADay })
  await update(backend, {})
  await update(backend, { expiresAt: 'tomorrow' })
  await update('nosuch', { expiresAt: inADay })
  await update(backend, { expiresAt: inADay }, { as: 'editor' })
  await call('deleteApiToken', { path: { token: backend }, as: 'editor' })
  await call('deleteApiToken', { path: { token: backend } })
  await call('deleteApiToken', { path: { token: backend } })
  await call('deleteApiToken', { path: { token: 'nosuch' } })

  await call('getProjectApiTokens')
  await call('getProjectApiTokens', { path: { projectId: 'nosuch' } })
  await call('getProjectApiTokens', { as: 'viewer' })
  const inProject = (body: unknown, more: object = {}) => call('createProjectApiToken', { body, ...more })
  const own = (await inProject({ tokenName: 'own', type: 'client', environment: 'development' })).pick(
    ({ secret }) => secret,
  )
  await inProject({
    tokenName: 'own-list',
    type: 'frontend',
    environment: 'development',
    projects: ['default'],
  })
  await inProject({ tokenName: 'foreign', type: 'client', environment: 'development', projects: ['nosuch'] })
  await inProject({ tokenName: 'root', type: 'admin' })
  await inProject({})
  await inProject(
    { tokenName: 'x', type: 'client', environment: 'development' },
    { path: { projectId: 'nosuch' } },
  )
  await inProject({ tokenName: 'viewed', type: 'client', environment: 'development' }, { as: 'viewer' })
  await call('deleteProjectApiToken', { path: { token: own }, as: 'viewer' })
  await call('deleteProjectApiToken', { path: { token: own } })
  await call('deleteProjectApiToken', { path: { token: 'nosuch' } })

  // The deprecated field for a single project.
  await make({ tokenName: 'back', type: 'backend', environment: 'production', project: 'default' })
})

export const personalTokens = scenario('personal-tokens', async ({ call }) => {
  const make = (body: unknown, more: object = {}) => call('createPat', { as: 'viewer', body, ...more })
  await call('getPats', { as: 'viewer' })
  const made = await make({ description: 'script', expiresAt: inADay })
  const id = made.pick((body) => body.id)
  const secret = made.pick((body) => body.secret)
  await make({ description: 'script', expiresAt: inADay })
  await make({ description: '', expiresAt: inADay })
  await make({ description: 'past', expiresAt: '2020-01-01T00:00:00.000Z' })
  await make({ description: 'endless' })
  await make({})
  await make({ description: 'x', expiresAt: inADay }, { as: 'nobody' })
  await call('getMe', { as: secret })
  await call('getPats', { as: 'viewer' })
  await call('getPats', { as: 'nobody' })
  await call('deletePat', { as: 'viewer', path: { id } })
  await call('deletePat', { as: 'viewer', path: { id } })
  await call('deletePat', { as: 'viewer', path: { id: 'abc' } })
  await call('deletePat', { as: 'nobody', path: { id: 1 } })
  await call('getMe', { as: secret })
})
