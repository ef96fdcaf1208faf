import { Name } from '../common.ts'
import {
  ContextField,
  ContextFieldParams,
  ContextFieldStrategies,
  ContextFields,
  ContextFieldsQuery,
  CreateContextField,
  LegalValue,
  LegalValueParams,
  ProjectContextFieldParams,
  ProjectLegalValueParams,
  UpdateContextField,
} from '../context.ts'
import { operations } from '../operation.ts'
import { ProjectParams } from '../projects.ts'
import { Nothing } from '../schema.ts'

export const contextOperations = operations({
  'GET /api/admin/context': {
    id: 'getContextFields',
    tags: ['Context'],
    summary: 'List global context fields',
    description:
      'Returns the context fields of the installation with the number of flags and projects that use each. With `include=project`, also returns the fields of projects that the caller can see.',
    permission: 'authenticated',
    query: ContextFieldsQuery,
    responses: { 200: ContextFields },
    example: {},
  },
  'POST /api/admin/context': {
    id: 'createContextField',
    tags: ['Context'],
    summary: 'Create a context field',
    description:
      'Creates a context field: its name, description, type and legal values. With `project`, the field belongs to that project. Names are unique across the installation; a taken name returns 409.',
    permission: 'CREATE_CONTEXT_FIELD',
    body: CreateContextField,
    responses: { 201: ContextField },
    example: {
      body: {
        name: 'country',
        description: 'Two-letter country code',
        legalValues: [{ value: 'de', description: 'Germany' }, { value: 'fr' }],
      },
    },
  },
  'POST /api/admin/context/validate': {
    id: 'validateContextFieldName',
    tags: ['Context'],
    summary: 'Check a context field name',
    description:
      'Checks that a name is valid and not taken, without creating anything. An invalid name returns 400, a taken one 409.',
    permission: 'UPDATE_CONTEXT_FIELD',
    body: Name,
    responses: { 200: Nothing },
    example: { body: { name: 'region' } },
  },
  'GET /api/admin/context/:contextField': {
    id: 'getContextField',
    tags: ['Context'],
    summary: 'Get a context field',
    description:
      'Returns one context field, global or of a project that the caller can see, with its legal values and usage counts. The `etag` header has its version, for `If-Match` in an update.',
    permission: 'authenticated',
    params: ContextFieldParams,
    responses: { 200: ContextField },
    example: { params: { contextField: 'plan' } },
  },
  'PUT /api/admin/context/:contextField': {
    id: 'updateContextField',
    tags: ['Context'],
    summary: 'Update a context field',
    description:
      'Replaces the description, legal values, stickiness, sort order and type of a context field; fields that you omit are reset to their defaults. If rules or segments use a value that is no longer legal, the `x-warnings` header names them; they keep working.',
    permission: 'UPDATE_CONTEXT_FIELD',
    params: ContextFieldParams,
    body: UpdateContextField,
    responses: { 200: Nothing },
    example: {
      params: { contextField: 'plan' },
      body: {
        description: 'Price plan of the customer',
        stickiness: true,
        legalValues: [{ value: 'free' }, { value: 'team' }],
      },
    },
  },
  'DELETE /api/admin/context/:contextField': {
    id: 'deleteContextField',
    tags: ['Context'],
    summary: 'Delete a context field',
    description:
      'Deletes a context field. Refused with 409 while a rule or segment uses it; rules of archived flags count too.',
    permission: 'DELETE_CONTEXT_FIELD',
    params: ContextFieldParams,
    responses: { 200: Nothing },
    example: { params: { contextField: 'language' } },
  },
  'POST /api/admin/context/:contextField/legal-values': {
    id: 'updateContextFieldLegalValue',
    tags: ['Context'],
    summary: 'Add or update a legal value',
    description:
      'Adds a legal value to a context field. If the field already has the value, its description is replaced.',
    permission: 'UPDATE_CONTEXT_FIELD',
    params: ContextFieldParams,
    body: LegalValue,
    responses: { 200: Nothing },
    example: {
      params: { contextField: 'plan' },
      body: { value: 'business', description: 'For large companies' },
    },
  },
  'DELETE /api/admin/context/:contextField/legal-values/:legalValue': {
    id: 'deleteContextFieldLegalValue',
    tags: ['Context'],
    summary: 'Delete a legal value',
    description:
      'Removes a legal value from a context field; a field without legal values allows all values. If rules or segments use a value that is no longer legal, the `x-warnings` header names them; they keep working. Removing a value that the field does not have succeeds.',
    permission: 'UPDATE_CONTEXT_FIELD',
    params: LegalValueParams,
    responses: { 200: Nothing },
    example: { params: { contextField: 'plan', legalValue: 'free' } },
  },
  'GET /api/admin/context/:contextField/strategies': {
    id: 'getStrategiesByContextField',
    tags: ['Strategies'],
    summary: 'List the rules that use a context field',
    description:
      'Returns the rules with a constraint on the field, with their flag, project and environment. Rules of archived flags and of projects that the caller cannot see are omitted.',
    permission: 'authenticated',
    params: ContextFieldParams,
    responses: { 200: ContextFieldStrategies },
    example: { params: { contextField: 'plan' } },
  },
  'GET /api/admin/projects/:projectId/context': {
    id: 'getContextFieldsForProject',
    tags: ['Context'],
    summary: 'List the context fields of a project',
    description:
      'Returns the context fields that belong to the project, with usage counts. With `include=root`, also returns the global fields.',
    permission: 'authenticated',
    params: ProjectParams,
    query: ContextFieldsQuery,
    responses: { 200: ContextFields },
    example: { params: { projectId: 'default' } },
  },
  'POST /api/admin/projects/:projectId/context': {
    id: 'createContextFieldForProject',
    tags: ['Context'],
    summary: 'Create a context field in a project',
    description:
      'Creates a context field that belongs to the project. Names are unique across the installation; a taken name returns 409. A different project in the body returns 400.',
    permission: ['CREATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'],
    params: ProjectParams,
    body: CreateContextField,
    responses: { 201: ContextField },
    example: {
      params: { projectId: 'default' },
      body: { name: 'warehouse', description: 'Where the order is packed' },
    },
  },
  'POST /api/admin/projects/:projectId/context/validate': {
    id: 'validateContextFieldNameForProject',
    tags: ['Context'],
    summary: 'Check a context field name in a project',
    description:
      'Checks that a name is valid and that no context field of the installation has it, without creating anything. An invalid name returns 400, a taken one 409.',
    permission: ['UPDATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'],
    params: ProjectParams,
    body: Name,
    responses: { 200: Nothing },
    example: { params: { projectId: 'default' }, body: { name: 'supplier' } },
  },
  'GET /api/admin/projects/:projectId/context/:contextField': {
    id: 'getContextFieldForProject',
    tags: ['Context'],
    summary: 'Get a context field of a project',
    description:
      'Returns a context field of the project, or a global one, with its legal values and usage counts. A field of another project returns 404.',
    permission: 'authenticated',
    params: ProjectContextFieldParams,
    responses: { 200: ContextField },
    example: { params: { projectId: 'default', contextField: 'shop' } },
  },
  'PUT /api/admin/projects/:projectId/context/:contextField': {
    id: 'updateContextFieldForProject',
    tags: ['Context'],
    summary: 'Update a context field of a project',
    description:
      'Replaces the description, legal values, stickiness, sort order and type of a field that belongs to the project; fields that you omit are reset to their defaults. A global field returns 404. If rules or segments use a value that is no longer legal, the `x-warnings` header names them; they keep working.',
    permission: ['UPDATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'],
    params: ProjectContextFieldParams,
    body: UpdateContextField,
    responses: { 200: Nothing },
    example: {
      params: { projectId: 'default', contextField: 'shop' },
      body: { description: 'City of the shop', legalValues: [{ value: 'berlin' }, { value: 'paris' }] },
    },
  },
  'DELETE /api/admin/projects/:projectId/context/:contextField': {
    id: 'deleteContextFieldForProject',
    tags: ['Context'],
    summary: 'Delete a context field of a project',
    description:
      'Deletes a context field that belongs to the project. Refused with 409 while a rule or segment uses it; a global field returns 404.',
    permission: ['DELETE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'],
    params: ProjectContextFieldParams,
    responses: { 200: Nothing },
    example: { params: { projectId: 'default', contextField: 'till' } },
  },
  'POST /api/admin/projects/:projectId/context/:contextField/legal-values': {
    id: 'updateContextFieldLegalValueForProject',
    tags: ['Context'],
    summary: 'Add or update a legal value of a project field',
    description:
      'Adds a legal value to a context field that belongs to the project. If the field already has the value, its description is replaced.',
    permission: ['UPDATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'],
    params: ProjectContextFieldParams,
    body: LegalValue,
    responses: { 200: Nothing },
    example: {
      params: { projectId: 'default', contextField: 'shop' },
      body: { value: 'rome', description: 'Opens in spring' },
    },
  },
  'DELETE /api/admin/projects/:projectId/context/:contextField/legal-values/:legalValue': {
    id: 'deleteContextFieldLegalValueForProject',
    tags: ['Context'],
    summary: 'Delete a legal value of a project field',
    description:
      'Removes a legal value from a context field that belongs to the project; a field without legal values allows all values. If rules or segments use a value that is no longer legal, the `x-warnings` header names them; they keep working.',
    permission: ['UPDATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'],
    params: ProjectLegalValueParams,
    responses: { 200: Nothing },
    example: { params: { projectId: 'default', contextField: 'shop', legalValue: 'paris' } },
  },
  'GET /api/admin/projects/:projectId/context/:contextField/strategies': {
    id: 'getStrategiesByContextFieldForProject',
    tags: ['Strategies'],
    summary: 'List the rules of a project that use a context field',
    description:
      "Returns the rules of the project's flags with a constraint on the field, which can be global or belong to the project. Rules of archived flags are omitted.",
    permission: 'authenticated',
    params: ProjectContextFieldParams,
    responses: { 200: ContextFieldStrategies },
    example: { params: { projectId: 'default', contextField: 'shop' } },
  },
})
