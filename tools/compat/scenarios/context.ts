import type { Player } from '../player.ts'
import { scenario } from '../player.ts'

type Names = Record<
  'list' | 'create' | 'validate' | 'get' | 'update' | 'remove' | 'addValue' | 'removeValue' | 'uses',
  string
>

const ofInstance: Names = {
  list: 'getContextFields',
  create: 'createContextField',
  validate: 'validateContextFieldName',
  get: 'getContextField',
  update: 'updateContextField',
  remove: 'deleteContextField',
  addValue: 'updateContextFieldLegalValue',
  removeValue: 'deleteContextFieldLegalValue',
  uses: 'getStrategiesByContextField',
}
const ofProject = Object.fromEntries(
  Object.entries(ofInstance).map(([what, operation]) => [what, `${operation}ForProject`]),
) as Names

export const context = scenario('context', async (player) => {
  await player.call('getContextFields', { query: { include: 'project' } })
  await fields(player, ofInstance, 'country')
  await player.call('createContextField', { as: 'viewer', body: { name: 'viewed' } })
  await player.call('createContextField', { as: 'editor', body: { name: 'edited' } })
  await player.call('deleteContextField', { path: { contextField: 'edited' } })
})

export const projectContext = scenario('project-context', async (player) => {
  await fields(player, ofProject, 'region')
  await player.call('getContextFieldsForProject', { query: { include: 'root' } })
  await player.call('getContextFieldsForProject', { path: { projectId: 'nosuch' } })
  await player.call('getContextFieldForProject', { path: { contextField: 'userId' } })
  await player.call('createContextFieldForProject', { as: 'viewer', body: { name: 'viewed' } })
})

async function fields({ call }: Player, names: Names, field: string) {
  const path = { contextField: field }
  const nosuch = { contextField: 'nosuch' }
  await call(names.list)
  const values = [{ value: 'no', description: 'Norway' }, { value: 'se' }]
  await call(names.create, {
    body: { name: field, description: 'Where', legalValues: values, stickiness: true, sortOrder: 12 },
  })
  await call(names.create, { body: { name: field } })
  await call(names.create, { body: { name: 'two words' } })
  await call(names.create, { body: { name: '' } })
  await call(names.create, { body: {} })
  await call(names.create, {
    body: { name: `${field}-twice`, legalValues: [{ value: 'a' }, { value: 'a' }] },
  })
  await call(names.create, { body: { name: `${field}-bad`, legalValues: [{ description: 'no value' }] } })
  await call(names.create, { body: { name: `${field}-x`, stickiness: 'perhaps' } })
  await call(names.validate, { body: { name: 'free' } })
  await call(names.validate, { body: { name: field } })
  await call(names.validate, { body: { name: 'two words' } })
  await call(names.validate, { body: {} })
  await call(names.get, { path })
  await call(names.get, { path: nosuch })
  await call(names.update, {
    path,
    body: { description: 'Changed', legalValues: values, stickiness: false, sortOrder: 1 },
  })
  await call(names.update, { path, body: { name: field, description: 'Only' } })
  await call(names.update, { path: nosuch, body: { description: 'x' } })
  await call(names.update, { path, as: 'viewer', body: { description: 'x' } })
  await call(names.addValue, { path, body: { value: 'dk', description: 'Denmark' } })
  await call(names.addValue, { path, body: { value: 'dk', description: 'Danmark' } })
  await call(names.addValue, { path, body: {} })
  await call(names.addValue, { path: nosuch, body: { value: 'dk' } })
  await call(names.addValue, { path, as: 'viewer', body: { value: 'fi' } })
  await call(names.get, { path })
  await call(names.removeValue, { path: { ...path, legalValue: 'dk' } })
  await call(names.removeValue, { path: { ...path, legalValue: 'nosuch' } })
  await call(names.removeValue, { path: { ...nosuch, legalValue: 'dk' } })
  await call(names.removeValue, { path: { ...path, legalValue: 'no' }, as: 'viewer' })

  await call('createFeature', { body: { name: `by-${field}` } })
  const flag = { featureName: `by-${field}` }
  const body = {
    name: 'flexibleRollout',
    constraints: [{ contextName: field, operator: 'IN', values: ['no'] }],
  }
  await call('addFeatureStrategy', { path: flag, body })
  await call('addFeatureStrategy', {
    path: flag,
    body: { ...body, constraints: [{ contextName: field, operator: 'IN', values: ['atlantis'] }] },
  })
  await call(names.uses, { path })
  await call(names.uses, { path: nosuch })
  await call(names.list)
  await call(names.remove, { path })
  await call('archiveFeature', { path: flag })
  await call('deleteFeature', { path: flag })
  await call(names.remove, { path, as: 'viewer' })
  await call(names.remove, { path })
  await call(names.remove, { path: nosuch })
}
