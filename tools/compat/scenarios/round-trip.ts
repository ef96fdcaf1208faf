import { deepStrictEqual } from 'node:assert'
import { Pair } from '../pairs.ts'
import { type Body, scenario } from '../player.ts'

const features = ['rt-parent', 'rt-child', 'rt-legacy', 'rt-plain']

/**
 * Imports the export of the reference into our server and vice versa, into the other environment of the project. Then
 * both must have the same data, with nothing of the reference's lost.
 */
export const roundTrip = scenario('round-trip', async ({ call }) => {
  const segment = await call('createSegment', {
    body: {
      name: 'rt-segment',
      constraints: [{ contextName: 'userId', operator: 'IN', values: ['1', '2'] }],
    },
  })
  const segments = [segment.pick(({ id }) => id)]
  await call('createContextField', {
    body: { name: 'rt-plan', description: 'Tariff', legalValues: [{ value: 'free' }, { value: 'team' }] },
  })
  await call('createTagType', { body: { name: 'rt-team', description: 'Whose', color: '#112233' } })
  await call('createFeature', { body: { name: 'rt-parent' } })
  await call('createFeature', {
    body: { name: 'rt-child', type: 'experiment', description: 'Travels', impressionData: true },
  })
  await call('createFeature', { body: { name: 'rt-plain', type: 'kill-switch' } })
  const path = { featureName: 'rt-child' }
  await call('addTag', { path, body: { type: 'rt-team', value: 'web' } })
  await call('addFeatureDependency', { path: { child: 'rt-child' }, body: { feature: 'rt-parent' } })
  await call('createFeatureLink', { path, body: { url: 'https://example.com/why', title: 'Why' } })
  await call('addFeatureStrategy', {
    path,
    body: {
      name: 'flexibleRollout',
      title: 'Half of them',
      parameters: { rollout: '50', stickiness: 'rt-plan', groupId: 'g' },
      constraints: [
        { contextName: 'rt-plan', operator: 'IN', values: ['team'], inverted: true, caseInsensitive: true },
        { contextName: 'age', operator: 'NUM_GT', value: '3', inverted: false, caseInsensitive: false },
      ],
      segments,
      variants: [
        {
          name: 'a',
          weight: 300,
          weightType: 'fix',
          stickiness: 'rt-plan',
          payload: { type: 'json', value: '{}' },
        },
        { name: 'b', weight: 700, weightType: 'variable', stickiness: 'rt-plan' },
      ],
    },
  })
  await call('addFeatureStrategy', { path, body: { name: 'default', disabled: true } })
  await call('toggleFeatureEnvironmentOn', { path })
  // Variants of a flag itself can only be imported.
  await call('importToggles', {
    body: {
      project: 'default',
      environment: 'development',
      data: {
        features: [{ name: 'rt-legacy', type: 'operational', stale: true }],
        featureStrategies: [],
        tagTypes: [],
        featureTags: [],
        segments: [],
        contextFields: [],
        featureEnvironments: [
          {
            name: 'rt-legacy',
            featureName: 'rt-legacy',
            environment: 'development',
            enabled: false,
            variants: [{ name: 'x', weight: 1000, weightType: 'variable', stickiness: 'default' }],
          },
        ],
      },
    },
  })

  const written = await call('exportFeatures', {
    body: { environment: 'development', features },
    look: inOneOrder,
  })
  const data = new Pair(written.theirs.body, written.ours.body)
  const read = { project: 'default', environment: 'production', data }
  await call('validateImport', { body: read, look: ({ errors, permissions }) => ({ errors, permissions }) })
  await call('importToggles', { body: read })
  const again = await call('exportFeatures', {
    body: { environment: 'production', features },
    look: inOneOrder,
  })
  deepStrictEqual(known(again.ours.body, 'production'), known(written.theirs.body, 'development'))
})

/** The reference imports rules in arbitrary order. */
const inOneOrder = (body: Body) => ({
  ...body,
  featureStrategies: sorted(body.featureStrategies, 'name').map(({ sortOrder: _, ...rule }: Body) => rule),
})

const sorted = (list: Body[], key: string) => [...list].sort((a, b) => (a[key] < b[key] ? -1 : 1))

/** The content of a document without ids and environment. */
function known(body: Body, environment: string) {
  const bare = ({ id: _, segments: used = [], sortOrder: __, ...rule }: Body) => ({
    ...rule,
    segments: used.length,
  })
  return {
    ...inOneOrder(body),
    features: sorted(body.features, 'name'),
    featureStrategies: sorted(body.featureStrategies, 'name').map(bare),
    featureEnvironments: sorted(body.featureEnvironments, 'name').map((one: Body) => ({
      ...one,
      environment: one.environment === environment ? 'there' : one.environment,
    })),
    contextFields: body.contextFields.map(({ sortOrder: _, ...field }: Body) => field),
    segments: body.segments.map(({ name }: Body) => name),
    links: body.links.map(({ feature, links }: Body) => ({
      feature,
      links: links.map(({ url, title }: Body) => ({ url, title })),
    })),
  }
}
