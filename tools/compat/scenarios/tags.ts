import { scenario } from '../player.ts'

export const tagTypes = scenario('tag-types', async ({ call }) => {
  const make = (body: unknown, more: object = {}) => call('createTagType', { body, ...more })
  await call('getTagTypes')
  await make({ name: 'team', description: 'Who owns it', icon: 'T', color: '#1a4049' })
  await make({ name: 'plain' })
  await make({ name: 'team' })
  await make({ name: 'x' })
  await make({ name: 'two words' })
  await make({ name: 'tinted', color: 'red' })
  await make({})
  await make({ name: 'viewed' }, { as: 'viewer' })
  await call('validateTagType', { body: { name: 'free' } })
  await call('validateTagType', { body: { name: 'team' } })
  await call('validateTagType', { body: { name: 'two words' } })
  await call('validateTagType', { body: {} })
  await call('getTagType', { path: { name: 'team' } })
  await call('getTagType', { path: { name: 'nosuch' } })
  await call('updateTagType', { path: { name: 'team' }, body: { description: 'Changed', icon: 'X' } })
  await call('updateTagType', { path: { name: 'team' }, body: { color: 'red' } })
  await call('updateTagType', { path: { name: 'nosuch' }, body: { description: 'x' } })
  await call('updateTagType', { path: { name: 'team' }, body: { description: 'x' }, as: 'viewer' })
  await call('getTagTypes')
  await call('deleteTagType', { path: { name: 'plain' }, as: 'viewer' })
  await call('deleteTagType', { path: { name: 'plain' } })
  await call('deleteTagType', { path: { name: 'nosuch' } })
})

export const tags = scenario('tags', async ({ call }) => {
  const make = (body: unknown, more: object = {}) => call('createTag', { body, ...more })
  await call('getTags')
  await make({ type: 'simple', value: 'green' })
  await make({ type: 'simple', value: 'green' })
  await make({ type: 'nosuch', value: 'green' })
  await make({ type: 'simple', value: 'x' })
  await make({})
  await make({ type: 'simple', value: 'viewed' }, { as: 'viewer' })
  await call('getTagsByType', { path: { type: 'simple' } })
  await call('getTagsByType', { path: { type: 'nosuch' } })
  await call('getTag', { path: { type: 'simple', value: 'green' } })
  await call('getTag', { path: { type: 'simple', value: 'nosuch' } })

  for (const name of ['tagged', 'tagged-two']) await call('createFeature', { body: { name } })
  const path = { featureName: 'tagged' }
  const add = (body: unknown, more: object = {}) => call('addTag', { path, body, ...more })
  await add({ type: 'simple', value: 'green' })
  await add({ type: 'simple', value: 'green' })
  await add({ type: 'simple', value: 'brand-new' })
  await add({ type: 'nosuch', value: 'green' })
  await add({ value: 'untyped' })
  await add({ type: 'simple' })
  await add({ type: 'simple', value: 'green' }, { path: { featureName: 'nosuch' } })
  await add({ type: 'simple', value: 'green' }, { as: 'viewer' })
  await call('listTags', { path })
  await call('listTags', { path: { featureName: 'nosuch' } })
  const change = (addedTags: unknown, removedTags: unknown, more: object = {}) =>
    call('updateTags', { path, body: { addedTags, removedTags }, ...more })
  await change([{ type: 'simple', value: 'blue' }], [{ type: 'simple', value: 'brand-new' }])
  await change([{ type: 'nosuch', value: 'blue' }], [])
  await change('blue', [])
  await change([], [], { path: { featureName: 'nosuch' } })
  await change([], [], { as: 'viewer' })
  await call('listTags', { path })
  await call('getFeature', { path })
  await call('createFeature', {
    body: { name: 'tagged-at-birth', tags: [{ type: 'simple', value: 'green' }] },
  })
  await call('createFeature', {
    body: { name: 'tagged-anew', tags: [{ type: 'simple', value: 'never-seen' }] },
  })
  await call('removeTag', { path: { ...path, type: 'simple', value: 'blue' } })
  await call('removeTag', { path: { ...path, type: 'simple', value: 'nosuch' } })
  await call('removeTag', { path: { featureName: 'nosuch', type: 'simple', value: 'blue' } })
  await call('removeTag', { path: { ...path, type: 'simple', value: 'green' }, as: 'viewer' })

  const bulk = (body: unknown, more: object = {}) => call('addTagToFeatures', { body, ...more })
  await bulk({
    features: ['tagged', 'tagged-two'],
    tags: { addedTags: [{ type: 'simple', value: 'bulk' }], removedTags: [] },
  })
  await bulk({
    features: ['tagged'],
    tags: { addedTags: [], removedTags: [{ type: 'simple', value: 'bulk' }] },
  })
  await bulk({
    features: ['nosuch'],
    tags: { addedTags: [{ type: 'simple', value: 'bulk' }], removedTags: [] },
  })
  await bulk({ features: ['tagged'] })
  await bulk({ features: ['tagged'], tags: { addedTags: [], removedTags: [] } }, { as: 'viewer' })
  await call('listTags', { path: { featureName: 'tagged-two' } })
  await call('searchFeatures', { query: { tag: 'INCLUDE:simple:bulk' } })
  await call('deleteTag', { path: { type: 'simple', value: 'blue' } })
  await call('deleteTag', { path: { type: 'simple', value: 'nosuch' } })
  await call('deleteTag', { path: { type: 'simple', value: 'green' }, as: 'viewer' })
  await call('getTags')
  await call('getFeature', { path: { featureName: 'tagged-anew' } })
})
