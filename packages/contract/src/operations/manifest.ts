import {
  CreateManifestFlag,
  Manifest,
  ManifestCreateQuery,
  ManifestFlagResponse,
  ManifestKeyParams,
  ManifestQuery,
  UpdateManifestFlag,
} from '../manifest.ts'
import { operations } from '../operation.ts'

export const manifestOperations = operations({
  'GET /openfeature/v0/manifest': {
    id: 'getManifest',
    tags: ['OpenFeature'],
    summary: 'Read the flag manifest',
    description:
      'Returns the flags that you can see, by name, with their types and default values, in the format of the OpenFeature CLI. Archived flags are left out. `project` selects one project; `details` adds the project, the flag type, whether the flag is stale and the values of string flags. The header `X-Manifest-Capabilities` lists what you can do.',
    permission: 'authenticated',
    query: ManifestQuery,
    responses: { 200: Manifest },
    example: { query: { project: 'default' } },
  },
  'POST /openfeature/v0/manifest/flags': {
    id: 'createManifestFlag',
    tags: ['OpenFeature'],
    summary: 'Create a flag from a manifest',
    description:
      'Creates a flag that is off in every environment. A name that another flag has, even an archived one, returns 409. If you can create flags in several projects, and none of them is `default`, `project` is required.',
    permission: 'CREATE_FEATURE',
    query: ManifestCreateQuery,
    body: CreateManifestFlag,
    responses: { 201: ManifestFlagResponse },
    example: {
      query: { project: 'default' },
      body: {
        key: 'cart-layout',
        type: 'string',
        defaultValue: 'classic',
        description: 'How the cart looks',
      },
    },
  },
  'PUT /openfeature/v0/manifest/flags/:key': {
    id: 'updateManifestFlag',
    tags: ['OpenFeature'],
    summary: 'Update a flag from a manifest',
    description:
      'Replaces the description, and the type and default value if they are sent. The key in the path and in the body must be the same. A type that payloads of variants do not have returns 400, and an archived flag 409.',
    permission: 'UPDATE_FEATURE',
    params: ManifestKeyParams,
    body: UpdateManifestFlag,
    responses: { 200: ManifestFlagResponse },
    example: {
      params: { key: 'new-checkout' },
      body: { key: 'new-checkout', type: 'integer', defaultValue: 3, description: 'Number of steps' },
    },
  },
})
