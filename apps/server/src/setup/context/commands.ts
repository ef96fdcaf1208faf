import {
  type ContextField,
  CreateContextField,
  LegalValue,
  UpdateContextField,
} from '@flagstaff/contract/context'
import Type from 'typebox'
import { ChangedMeanwhile } from '../../platform/database/failures.ts'
import type { Scope } from '../../platform/write/actor.ts'
import { command, type Order } from '../../platform/write/commands.ts'
import type { Tx } from '../../platform/write/write.ts'
import {
  create,
  dropLegalValue,
  type Key,
  lockField,
  putLegalValue,
  readField,
  remove,
  update,
} from './verbs.ts'

const FieldName = Type.Object({ name: Type.String() })
const InProject = Type.Object({ project: Type.String() })

/** Checks permissions in the project that the stored field belongs to. */
const anyField = {
  scope: async (input: Key, tx: Tx): Promise<Scope> => ({
    project: (await readField(tx, input)).project ?? null,
  }),
  async load(tx: Tx, input: Key, scope: Scope) {
    const field = await lockField(tx, input)
    if ((field.project ?? null) !== scope.project)
      throw new ChangedMeanwhile('the project of the context field')
    return field
  },
}
const projectField = {
  scope: ({ project }: { project: string }): Scope => ({ project }),
  load: lockField,
}

export const createField = command({
  name: 'context-field.create',
  input: CreateContextField,
  permission: 'CREATE_CONTEXT_FIELD',
  scope: ({ project }) => ({ project: project ?? null }),
  run: create,
  inverse: ({ name }): Order => deleteField.with({ name }),
})

export const createProjectField = command({
  name: 'project-context-field.create',
  input: Type.Interface([CreateContextField], InProject.properties),
  permission: ['CREATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'],
  scope: projectField.scope,
  run: create,
  inverse: ({ name, project }): Order => deleteProjectField.with({ name, project }),
})

export const updateField = command({
  name: 'context-field.update',
  input: Type.Interface([UpdateContextField], FieldName.properties),
  permission: 'UPDATE_CONTEXT_FIELD',
  ...anyField,
  run: update,
  inverse: ({ name }, _result, before): Order => updateField.with({ name, ...fieldsOf(before) }),
})

export const updateProjectField = command({
  name: 'project-context-field.update',
  input: Type.Interface([UpdateContextField, FieldName], InProject.properties),
  permission: ['UPDATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'],
  ...projectField,
  run: update,
  inverse: ({ name, project }, _result, before): Order =>
    updateProjectField.with({ name, project, ...fieldsOf(before) }),
})

export const setLegalValue = command({
  name: 'context-field.setLegalValue',
  input: Type.Interface([FieldName], { legalValue: LegalValue }),
  permission: 'UPDATE_CONTEXT_FIELD',
  ...anyField,
  run: (tx, { legalValue }, before) => putLegalValue(tx, legalValue, before),
  inverse: ({ name }, _result, before): Order => updateField.with({ name, ...fieldsOf(before) }),
})

export const setProjectLegalValue = command({
  name: 'project-context-field.setLegalValue',
  input: Type.Interface([FieldName, InProject], { legalValue: LegalValue }),
  permission: ['UPDATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'],
  ...projectField,
  run: (tx, { legalValue }, before) => putLegalValue(tx, legalValue, before),
  inverse: ({ name, project }, _result, before): Order =>
    updateProjectField.with({ name, project, ...fieldsOf(before) }),
})

export const removeLegalValue = command({
  name: 'context-field.removeLegalValue',
  input: Type.Interface([FieldName], { value: Type.String() }),
  permission: 'UPDATE_CONTEXT_FIELD',
  ...anyField,
  run: (tx, { value }, before) => dropLegalValue(tx, value, before),
  inverse: ({ name }, _result, before): Order => updateField.with({ name, ...fieldsOf(before) }),
})

export const removeProjectLegalValue = command({
  name: 'project-context-field.removeLegalValue',
  input: Type.Interface([FieldName, InProject], { value: Type.String() }),
  permission: ['UPDATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'],
  ...projectField,
  run: (tx, { value }, before) => dropLegalValue(tx, value, before),
  inverse: ({ name, project }, _result, before): Order =>
    updateProjectField.with({ name, project, ...fieldsOf(before) }),
})

export const deleteField = command({
  name: 'context-field.delete',
  input: FieldName,
  permission: 'DELETE_CONTEXT_FIELD',
  ...anyField,
  run: (tx, _input, before) => remove(tx, before),
  inverse: ({ name }, _result, before): Order => createField.with({ name, ...fieldsOf(before) }),
})

export const deleteProjectField = command({
  name: 'project-context-field.delete',
  input: Type.Interface([FieldName], InProject.properties),
  permission: ['DELETE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'],
  ...projectField,
  run: (tx, _input, before) => remove(tx, before),
  inverse: ({ name, project }, _result, before): Order =>
    createProjectField.with({ ...fieldsOf(before), name, project }),
})

/** The input that restores the field. */
const fieldsOf = (field: ContextField) => ({
  ...(field.description ? { description: field.description } : {}),
  stickiness: field.stickiness ?? false,
  sortOrder: field.sortOrder ?? 0,
  legalValues: field.legalValues ?? [],
  valueType: field.valueType ?? 'string',
  ...(field.project === undefined ? {} : { project: field.project }),
})
