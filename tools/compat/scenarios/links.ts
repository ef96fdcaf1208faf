import { scenario } from '../player.ts'

export const links = scenario('links', async ({ call }) => {
  const path = { featureName: 'linked' }
  await call('createFeature', { body: { name: 'linked' } })
  const add = (body: unknown, more: object = {}) => call('createFeatureLink', { path, body, ...more })
  await add({ url: 'https://example.com/issue/1', title: 'Issue' })
  await add({ url: 'example.com/two' })
  await add({ url: 'not an address' })
  await add({ url: '' })
  await add({})
  await add({ url: 'https://example.com' }, { path: { featureName: 'nosuch' } })
  await add({ url: 'https://example.com' }, { as: 'viewer' })
  const flag = await call('getFeature', { path })
  const linkId = flag.pick((body) => body.links[0].id)
  const other = flag.pick((body) => body.links[1].id)
  const update = (id: unknown, body: unknown, more: object = {}) =>
    call('updateFeatureLink', { path: { ...path, linkId: id }, body, ...more })
  await update(linkId, { url: 'https://example.com/issue/2', title: null })
  await update(linkId, { url: 'not an address' })
  await update(linkId, {})
  await update('nosuch', { url: 'https://example.com' })
  await update(linkId, { url: 'https://example.com' }, { as: 'viewer' })
  await call('getFeature', { path })
  const remove = (id: unknown, more: object = {}) =>
    call('deleteFeatureLink', { path: { ...path, linkId: id }, ...more })
  await remove(other, { as: 'viewer' })
  await remove(other)
  await remove(other)
  await remove('nosuch')
  for (let number = 0; number < 10; number++) await add({ url: `https://example.com/${number}` })
})
