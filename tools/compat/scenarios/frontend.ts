import { scenario } from '../player.ts'

export const frontend = scenario(
  'frontend',
  async ({ call }) => {
    const token = async (tokenName: string, type: string) =>
      (await call('createApiToken', { body: { tokenName, type, environment: 'production' } })).pick(
        ({ secret }) => secret,
      )
    const browser = await token('frontend-browser', 'frontend')
    const backend = await token('frontend-sdk', 'client')
    const environment = 'production'
    for (const name of ['front-a', 'front-b', 'front-off'])
      await call('createFeature', { body: { name, impressionData: name === 'front-b' } })
    await call('toggleFeatureEnvironmentOn', { path: { featureName: 'front-a', environment } })
    await call('addFeatureStrategy', {
      path: { featureName: 'front-b', environment },
      body: {
        name: 'flexibleRollout',
        parameters: { rollout: '100', stickiness: 'userId', groupId: 'b' },
        constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
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
    await call('toggleFeatureEnvironmentOn', { path: { featureName: 'front-b', environment } })
    const settled = (names: string[]) => (body: { toggles: { name: string }[] }) =>
      names.every((name) => body.toggles.some((one) => one.name === name))
    const get = (more: object = {}) => call('getFrontendFeatures', { as: browser, ...more })
    await get({ until: settled(['front-a']) })
    await get({ query: { userId: '7' }, until: settled(['front-a', 'front-b']) })
    await get({ query: { userId: '8', 'properties[plan]': 'gold' } })
    await get({ as: backend })
    await get({ as: 'nobody' })
    await get({ as: 'nobody', headers: { authorization: '*:production.nosuch' } })
    await get({ headers: { origin: 'https://shop.example' } })
    const etag = (await get()).pick((_, { headers }) => headers.get('etag'))
    await get({ headers: { 'if-none-match': etag } })
    const post = (body: unknown, more: object = {}) =>
      call('getFrontendApiFeaturesWithPost', { as: browser, body, ...more })
    await post({ context: { userId: '7', properties: { plan: 'gold' } } })
    await post({ context: {} })
    await post({})
    await post({ context: 'none' })
    await post({ context: {} }, { as: backend })
    await post({ context: {} }, { as: 'nobody' })
    const bucket = {
      start: new Date(Date.now() - 60_000).toISOString(),
      stop: new Date().toISOString(),
      toggles: { 'front-a': { yes: 1, no: 0 } },
    }
    await call('registerFrontendMetrics', {
      as: browser,
      body: { appName: 'page', instanceId: 'tab', bucket },
    })
    await call('registerFrontendMetrics', { as: browser, body: { appName: 'page' } })
    await call('registerFrontendMetrics', {
      as: backend,
      body: { appName: 'page', instanceId: 'tab', bucket },
    })
    await call('registerFrontendMetrics', {
      as: 'nobody',
      body: { appName: 'page', instanceId: 'tab', bucket },
    })
    const app = {
      appName: 'page',
      instanceId: 'tab',
      sdkVersion: 'unleash-js:1.0.0',
      strategies: [],
      started: new Date().toISOString(),
      interval: 30_000,
    }
    await call('registerFrontendClient', { as: browser, body: app })
    await call('registerFrontendClient', { as: browser, body: {} })
    await call('registerFrontendClient', { as: 'nobody', body: app })
    for (const operation of ['x-frontendClientFeatures', 'x-frontendHealth', 'x-frontendPrometheus']) {
      await call(operation, { as: browser })
      await call(operation, { as: 'nobody' })
    }
  },
  { keepsFlags: true },
)
