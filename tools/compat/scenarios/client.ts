import { Pair } from '../pairs.ts'
import { scenario } from '../player.ts'

const hour = () => ({ start: new Date(Date.now() - 60_000).toISOString(), stop: new Date().toISOString() })

export const client = scenario(
  'client',
  async (player) => {
    const { call } = player
    const token = async (tokenName: string, type: string) =>
      (await call('createApiToken', { body: { tokenName, type, environment: 'development' } })).pick(
        ({ secret }) => secret,
      )
    const backend = await token('client-sdk', 'client')
    const frontend = await token('client-browser', 'frontend')
    const segment = (
      await call('createSegment', {
        body: {
          name: 'client-segment',
          constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
        },
      })
    ).pick(({ id }) => id)
    for (const name of ['client-a', 'client-b'])
      await call('createFeature', { body: { name, type: 'release' } })
    await call('toggleFeatureEnvironmentOn', { path: { featureName: 'client-a' } })
    await call('addFeatureStrategy', {
      path: { featureName: 'client-b' },
      body: {
        name: 'flexibleRollout',
        title: 'Some',
        parameters: { rollout: '40', stickiness: 'userId', groupId: 'b' },
        constraints: [{ contextName: 'appName', operator: 'NOT_IN', values: ['x'], inverted: true }],
        segments: [segment],
        variants: [
          {
            name: 'blue',
            weight: 1000,
            weightType: 'variable',
            stickiness: 'userId',
            payload: { type: 'string', value: 'v' },
          },
        ],
      },
    })
    await call('toggleFeatureEnvironmentOn', { path: { featureName: 'client-b' } })
    const settled = (body: { features: { name: string; enabled: boolean }[] }) =>
      body.features.some(({ name, enabled }) => name === 'client-b' && enabled)
    // Flags of earlier scenarios are removed at a different time on each side.
    const own = (body: { features: { name: string }[] }) => ({
      ...body,
      features: body.features.filter(({ name }) => name.startsWith('client-')),
    })
    const features = (more: object = {}) => call('getAllClientFeatures', { as: backend, ...more })
    await features({ until: settled, look: own })
    await features({ query: { namePrefix: 'client-' } })
    await features({ query: { namePrefix: 'nosuch' } })
    await features({ query: { project: 'default' }, look: own })
    await features({ query: { project: 'nosuch' } })
    await features({ query: { inlineSegmentConstraints: true, namePrefix: 'client-b' } })
    await features({ query: { tag: 'simple' } })
    await features({ as: frontend })
    await features({ as: 'nobody' })
    await features({ as: 'nobody', headers: { authorization: 'nosuch' } })
    await features({ as: 'nobody', headers: { authorization: '*:development.nosuch' } })
    const now = await features({ query: { namePrefix: 'client-' } })
    const etag = now.pick((_, { headers }) => headers.get('etag'))
    await features({ query: { namePrefix: 'client-' }, headers: { 'if-none-match': etag } })
    await features({ query: { namePrefix: 'client-' }, headers: { 'if-none-match': '"old"' } })
    const tagged = { query: { namePrefix: 'client-' } }
    await features({
      ...tagged,
      headers: { 'if-none-match': new Pair(`W/${etag.ours}`, `W/${etag.theirs}`) },
    })
    await features({
      ...tagged,
      headers: { 'if-none-match': new Pair(`"x", ${etag.ours}`, `"x", ${etag.theirs}`) },
    })
    await features({ ...tagged, headers: { 'if-none-match': '*' } })
    await features({ ...tagged, headers: { 'unleash-client-spec': '4.1.0' } })
    await features({ ...tagged, headers: { 'unleash-client-spec': '5.2.0' } })
    const bearer = new Pair(`Bearer ${backend.ours}`, `Bearer ${backend.theirs}`)
    await features({ ...tagged, as: 'nobody', headers: { authorization: bearer } })
    await call('getClientFeature', { as: backend, path: { featureName: 'client-b' } })
    await call('getClientFeature', { as: backend, path: { featureName: 'nosuch' } })
    await call('getClientFeature', { as: frontend, path: { featureName: 'client-b' } })

    const register = (body: unknown, more: object = {}) =>
      call('registerClientApplication', { as: backend, body, ...more })
    const app = {
      appName: 'shop',
      instanceId: 'one',
      sdkVersion: 'unleash-node-sdk:6.0.0',
      strategies: ['default', 'by-luck'],
      started: new Date().toISOString(),
      interval: 15_000,
    }
    await register(app)
    await register({ appName: 'shop' })
    await register({})
    await register(app, { as: frontend })
    await register(app, { as: 'nobody' })
    const toggles = {
      'client-a': { yes: 3, no: 2, variants: { blue: 1 } },
      'client-unknown': { yes: 1, no: 0 },
    }
    const metrics = (body: unknown, more: object = {}) =>
      call('registerClientMetrics', { as: backend, body, ...more })
    await metrics({ appName: 'shop', instanceId: 'one', bucket: { ...hour(), toggles } })
    await metrics({ appName: 'shop', bucket: { ...hour(), toggles: {} } })
    await metrics({ appName: 'shop', bucket: { ...hour(), toggles: { 'client-a': { yes: -1, no: 0 } } } })
    await metrics({ appName: 'shop' })
    await metrics({})
    await metrics({ appName: 'shop', bucket: { ...hour(), toggles } }, { as: frontend })
    const validate = (body: unknown) => call('getValidTokens', { as: 'nobody', body })
    await validate({ tokens: [backend, frontend, '*:development.nosuch'] })
    await validate({ tokens: [] })
    await validate({ tokens: 'none' })
    await validate({})
    const row = {
      featureName: 'client-a',
      appName: 'edge-shop',
      environment: 'development',
      timestamp: new Date().toISOString(),
      yes: 5,
      no: 1,
    }
    const bulk = (body: unknown, more: object = {}) =>
      call('clientBulkMetrics', { as: backend, body, ...more })
    await bulk({ applications: [], metrics: [row] })
    await bulk({ applications: [{ ...app, appName: 'edge-shop' }], metrics: [] })
    await bulk({ applications: 'none', metrics: [] })
    await bulk({})
    await bulk({ applications: [], metrics: [] }, { as: frontend })
    await call('edgeCreateOrReturnTokens', { as: 'nobody', body: {} })
    await call('edgeCreateOrReturnTokens', {
      as: 'nobody',
      body: { tokens: [{ environment: 'development', projects: ['*'] }] },
    })
  },
  { keepsFlags: true },
)
