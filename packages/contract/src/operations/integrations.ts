import Type from 'typebox'
import {
  Addon,
  AddonParams,
  AddonPreview,
  AddonState,
  AddonStates,
  Addons,
  AddonTested,
  DeliveryParams,
  ExportEventsQuery,
  IntegrationEvents,
  IntegrationEventsQuery,
  ReplayAddon,
  Replaying,
  SigningSecret,
  TryAddon,
  UpsertAddon,
} from '../integrations.ts'
import { operations } from '../operation.ts'
import { Nothing } from '../schema.ts'

const tags = ['Addons']
const own = ['Flagstaff']
const body = {
  provider: 'webhook',
  description: 'Tells the team',
  enabled: true,
  parameters: { url: 'https://hooks.example.com/flags' },
  events: ['feature-created', 'feature-environment-enabled'],
  projects: ['default'],
  environments: [],
}
const params = { id: 1 }

export const integrationsOperations = operations({
  'GET /api/admin/addons': {
    id: 'getAddons',
    tags,
    summary: 'List integrations and what can be integrated',
    description:
      'Returns the integrations, with the projects that the caller sees, and the providers with their parameters. Integrations that are limited to projects that the caller does not see are left out. Secrets are returned as `*****`.',
    permission: 'authenticated',
    responses: { 200: Addons },
    example: {},
  },
  'POST /api/admin/addons': {
    id: 'createAddon',
    tags,
    summary: 'Create an integration',
    description:
      'Sends events to another system, from now on and in order. `events` names event types, or `*` for all of them; without event types nothing is sent. Without `projects` or `environments` events of all that the caller sees are sent. The response contains the key for signatures, `signingSecret`, which is not shown again.',
    permission: 'CREATE_ADDON',
    body: UpsertAddon,
    responses: { 200: Addon },
    example: { body },
  },
  'GET /api/admin/addons/states': {
    id: 'getAddonStates',
    tags: own,
    summary: 'Show how all integrations are doing',
    description:
      'Returns for every integration whether its receiver works, what waits, and figures of the last day.',
    permission: ['UPDATE_ADDON', 'CREATE_ADDON'],
    responses: { 200: AddonStates },
    example: {},
  },
  'POST /api/admin/addons/test': {
    id: 'testAddon',
    tags: own,
    summary: 'Send a test event',
    description:
      'Sends one event to the receiver, with the parameters in the body, and returns what it answered. With the `id` of an integration, secrets that are sent as `*****` are those of the integration.',
    permission: ['CREATE_ADDON', 'UPDATE_ADDON'],
    body: TryAddon,
    responses: { 200: AddonTested },
    example: { body },
  },
  'POST /api/admin/addons/preview': {
    id: 'previewAddon',
    tags: own,
    summary: 'Show what would be sent',
    description:
      'Returns the request that the newest matching event would cause, and how many events of the last seven days match. Sends nothing.',
    permission: ['CREATE_ADDON', 'UPDATE_ADDON'],
    body: TryAddon,
    responses: { 200: AddonPreview },
    example: { body },
  },
  'GET /api/admin/addons/:id': {
    id: 'getAddon',
    tags,
    summary: 'Get an integration',
    description: 'Returns one integration. Secrets are returned as `*****`.',
    permission: 'authenticated',
    params: AddonParams,
    responses: { 200: Addon },
    example: { params },
  },
  'PUT /api/admin/addons/:id': {
    id: 'updateAddon',
    tags,
    summary: 'Update an integration',
    description:
      'Replaces an integration. A secret that is sent as `*****` is kept. If the address changes, the other secrets must be sent again.',
    permission: 'UPDATE_ADDON',
    params: AddonParams,
    body: UpsertAddon,
    responses: { 200: Addon },
    example: { params, body },
  },
  'DELETE /api/admin/addons/:id': {
    id: 'deleteAddon',
    tags,
    summary: 'Delete an integration',
    description: 'Deletes an integration and its deliveries. Events that wait are not sent.',
    permission: 'DELETE_ADDON',
    params: AddonParams,
    responses: { 200: Nothing },
    example: { params },
  },
  'GET /api/admin/addons/:id/events': {
    id: 'getIntegrationEvents',
    tags,
    summary: 'List the deliveries of an integration',
    description:
      'Returns what was sent and what the receiver answered, newest first, 50 at a time unless `limit` is set. Deliveries are kept for seven days, at most 1,000 per integration. Only the newest have a `body` if a page has more than 5,000 events or 2,000,000 characters of bodies; ask for fewer deliveries to see the others.',
    permission: 'ADMIN',
    params: AddonParams,
    query: IntegrationEventsQuery,
    responses: { 200: IntegrationEvents },
    example: { params, query: { limit: 10 } },
  },
  'GET /api/admin/addons/:id/state': {
    id: 'getAddonState',
    tags: own,
    summary: 'Show how an integration is doing',
    description: 'Returns whether the receiver works, what waits, and figures of the last day.',
    permission: 'UPDATE_ADDON',
    params: AddonParams,
    responses: { 200: AddonState },
    example: { params },
  },
  'POST /api/admin/addons/:id/events/:delivery/resend': {
    id: 'resendDelivery',
    tags: own,
    summary: 'Send a delivery again',
    description:
      'Sends the events of a delivery again, now and out of order. The request has the header `flagstaff-replay`.',
    permission: 'UPDATE_ADDON',
    params: DeliveryParams,
    responses: { 200: AddonTested },
    example: { params: { id: 1, delivery: 1 } },
  },
  'POST /api/admin/addons/:id/replay': {
    id: 'replayAddon',
    tags: own,
    summary: 'Send past events again',
    description:
      'Sends the matching events between two events again, in order and beside new ones, at most 100,000. The requests have the header `flagstaff-replay`.',
    permission: 'UPDATE_ADDON',
    params: AddonParams,
    body: ReplayAddon,
    responses: { 202: Replaying },
    example: { params, body: { from: 1, to: 2 } },
  },
  'POST /api/admin/addons/:id/skip': {
    id: 'skipAddonEvents',
    tags: own,
    summary: 'Skip the events that wait',
    description: 'Goes on with the next event. Events that wait now are not sent; they can be replayed.',
    permission: 'UPDATE_ADDON',
    params: AddonParams,
    responses: { 204: Nothing },
    example: { params },
  },
  'POST /api/admin/addons/:id/secret': {
    id: 'replaceAddonSecret',
    tags: own,
    summary: 'Replace the key for signatures',
    description:
      'Returns a new key. For 24 hours requests are signed with the new and the old key, so that the receiver can change over.',
    permission: 'UPDATE_ADDON',
    params: AddonParams,
    responses: { 200: SigningSecret },
    example: { params },
  },
  'GET /api/admin/events/export': {
    id: 'exportEvents',
    tags: own,
    summary: 'Export the event log',
    description:
      'Returns events after `after` in order, one JSON object per line, at most 10,000. Every line has the hash of its event and of the one before it. The header `x-next` is the value of `after` for the next call. Events of projects that the caller cannot see are left out.',
    permission: 'READ_LOGS',
    query: ExportEventsQuery,
    responses: { 200: Type.String() },
    example: { query: { after: 0, limit: 100 } },
  },
})
