import { scenario } from '../player.ts'

export const playground = scenario('playground', async ({ call }) => {
  await call('createFeature', { body: { name: 'played' } })
  const path = { featureName: 'played' }
  await call('addFeatureStrategy', {
    path,
    body: {
      name: 'flexibleRollout',
      title: 'Seven',
      parameters: { rollout: '100', stickiness: 'userId', groupId: 'played' },
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
  await call('toggleFeatureEnvironmentOn', { path })
  const look = (body: { features: { name: string }[] }) => ({
    ...body,
    features: body.features.filter(({ name }) => name === 'played'),
  })
  const basic = (body: unknown, more: object = {}) => call('getPlayground', { body, look, ...more })
  await basic({ projects: '*', environment: 'development', context: { appName: 'play', userId: '7' } })
  await basic({
    projects: ['default'],
    environment: 'development',
    context: { appName: 'play', userId: '8' },
  })
  await basic({ projects: ['nosuch'], environment: 'development', context: { appName: 'play' } })
  await basic({ environment: 'development', context: { appName: 'play', age: 7 } })
  await basic({ environment: 'nosuch', context: { appName: 'play' } })
  await basic({ projects: '*', context: { appName: 'play' } })
  await basic({ environment: 'development', context: {} })
  await basic({})
  await basic({ environment: 'development', context: { appName: 'play' } }, { as: 'nobody' })
  const advanced = (body: unknown, more: object = {}) =>
    call('getAdvancedPlayground', { body, look, ...more })
  await advanced({
    projects: '*',
    environments: ['development', 'production'],
    context: { appName: 'play', userId: '7,8' },
  })
  await advanced({ projects: ['default'], environments: ['development'], context: { appName: 'play' } })
  await advanced({
    environments: ['development'],
    context: { appName: 'play', properties: { plan: 'gold,silver' } },
  })
  await advanced({ environments: [], context: { appName: 'play' } })
  await advanced({ context: { appName: 'play' } })
  const many = Array.from({ length: 20_000 }, (_, index) => index).join()
  await advanced({ environments: ['development'], context: { appName: 'play', userId: many } })
  await advanced({}, {})
  await advanced({ environments: ['development'], context: { appName: 'play' } }, { as: 'nobody' })
})
