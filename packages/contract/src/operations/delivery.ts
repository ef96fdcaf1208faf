import Type from 'typebox'
import {
  BulkHeaders,
  BulkMetrics,
  ClientApplication,
  ClientDigest,
  ClientFeature,
  ClientFeatures,
  ClientMetrics,
  CustomMetrics,
  EdgeLicenseState,
  FrontendApiClient,
  FrontendApiFeatures,
  FrontendApiFeaturesPost,
  TokenStringList,
  ValidatedEdgeTokens,
} from '../client.ts'
import { ClientDelta } from '../delta.ts'
import { ClientOutcomes } from '../guards.ts'
import {
  OfrepBulkEvaluation,
  OfrepBulkFailure,
  OfrepBulkQuery,
  OfrepError,
  OfrepEvaluation,
  OfrepFailure,
  OfrepFlagNotFound,
  OfrepRequest,
  OfrepStreamQuery,
} from '../ofrep.ts'
import { operations } from '../operation.ts'
import { OverrideResult, SignedOrder } from '../overrides.ts'
import { EdgeReport } from '../receipts.ts'
import { Nothing } from '../schema.ts'

export const deliveryOperations = operations({
  'POST /edge/validate': {
    id: 'getValidTokens',
    tags: ['Unleash Edge'],
    summary: 'Check which API tokens are valid',
    description:
      'Returns the valid tokens of the list with their type, projects and environment; unknown and expired ones are left out. At most 1,000 tokens are checked. Too many unknown tokens from one address return 429.',
    permission: 'public',
    body: TokenStringList,
    responses: {
      200: ValidatedEdgeTokens,
      429: Type.Object({ message: Type.String() }),
      503: Type.Object({ message: Type.String() }),
    },
    example: { body: { tokens: ['*:development.5d1f0c9e7a3b4826', '*:development.unknown'] } },
  },
  'POST /api/client/metrics/edge': {
    id: 'registerEdgeObservabilityMetrics',
    tags: ['Unleash Edge'],
    summary: 'Report the state of an edge',
    description:
      'Stores what an edge reports about itself, the edges behind it and its clients, for the environment of the token. An edge that has not reported for three minutes is no longer listed. Too many reports with one token return 429.',
    permission: 'backend token',
    body: EdgeReport,
    responses: { 202: Nothing, 429: Type.Object({ message: Type.String() }) },
    example: {
      body: {
        identifier: '01JD3Q9T5ZC8W2N6R4XBV7KQEP',
        appName: 'edge-frankfurt',
        edgeVersion: '1.0.0',
        region: 'eu-central-1',
        connectedStreamingClients: 12,
      },
    },
  },
  'POST /api/client/edge-licensing/heartbeat': {
    id: 'edgeInstanceHeartbeat',
    tags: ['Unleash Edge'],
    summary: 'Get the licence state of an edge',
    description:
      'Always returns `Valid`, since no licence is needed: Unleash edges start only with a valid one.',
    permission: 'backend token',
    query: Type.Object({ connectionId: Type.Optional(Type.String({ maxLength: 500 })) }),
    responses: { 202: EdgeLicenseState },
    example: { query: { connectionId: '01JD3Q9T5ZC8W2N6R4XBV7KQEP' } },
  },
  'POST /api/client/metrics/custom': {
    id: 'clientCustomMetrics',
    tags: ['Client'],
    summary: 'Report custom metrics',
    description:
      'Stores the values of metrics as gauges, next to the impact metrics of SDKs. Samples with invalid names or labels are dropped.',
    permission: 'backend token',
    body: CustomMetrics,
    responses: { 202: Nothing },
    example: { body: { metrics: [{ name: 'queue_length', value: 12, labels: { queue: 'orders' } }] } },
  },
  'POST /ofrep/v1/evaluate/flags/:key': {
    id: 'ofrepEvaluateFlag',
    tags: ['OFREP'],
    summary: 'Evaluate one flag',
    description:
      'Evaluates a flag for a context and returns its value, variant and reason, in the format of OpenFeature (OFREP). The result is counted in the usage metrics. A flag outside the scope of the token returns 404; a frontend token by default also gets 404 for flags that were never on in its environment.',
    permission: 'SDK token',
    params: Type.Object({ key: Type.String() }),
    body: OfrepRequest,
    responses: {
      200: OfrepEvaluation,
      400: OfrepFailure,
      404: OfrepFlagNotFound,
      429: OfrepError,
      500: OfrepError,
    },
    example: { params: { key: 'new-checkout' }, body: { context: { targetingKey: '7', country: 'NO' } } },
  },
  'POST /ofrep/v1/evaluate/flags': {
    id: 'ofrepEvaluateFlags',
    tags: ['OFREP'],
    summary: 'Evaluate all flags',
    description:
      'Evaluates all flags in the scope of the token, including those that are off, in the format of OpenFeature (OFREP). The response also has the URL of the change stream. Send its `ETag` as `If-None-Match` to get 304 while nothing changed; these evaluations are not counted in the usage metrics.',
    permission: 'SDK token',
    query: OfrepBulkQuery,
    body: OfrepRequest,
    responses: {
      200: OfrepBulkEvaluation,
      304: Nothing,
      400: OfrepBulkFailure,
      429: OfrepError,
      500: OfrepError,
    },
    example: { body: { context: { targetingKey: '7', country: 'NO' } } },
  },
  'GET /ofrep/v1/stream': {
    id: 'ofrepStream',
    tags: ['OFREP'],
    summary: 'Stream OpenFeature change notifications',
    description:
      'Opens a stream of server-sent events that tells OpenFeature providers when to evaluate again; messages contain no values. Browsers use the ticket in the URL that the evaluation of all flags returns; other clients can send their token. An expired ticket returns 401, and too many streams return 429.',
    permission: 'SDK token',
    query: OfrepStreamQuery,
    responses: { 200: Type.Unknown() },
    // The stream never ends, so the example has an invalid ticket, which is refused.
    example: { query: { ticket: '3q2hWbM0dJr8', since: '42-1d7e63f0' }, status: 401 },
  },
  'GET /api/client/features': {
    id: 'getAllClientFeatures',
    tags: ['Client'],
    summary: 'Get all flags for a backend SDK',
    description:
      'Returns the flags that the token can see in its environment, with their rules, so that the SDK can evaluate them. The filters `namePrefix`, `tag` and `project` are optional. Send the `ETag` as `If-None-Match` to get 304 while nothing changed.',
    permission: 'backend token',
    responses: { 200: ClientFeatures },
    example: {},
  },
  'GET /api/client/features/:featureName': {
    id: 'getClientFeature',
    tags: ['Client'],
    summary: 'Get one flag for a backend SDK',
    description:
      'Returns one flag with its rules in the environment of the token; the constraints of segments are included in the rules. Returns 404 if the token cannot see the flag.',
    permission: 'backend token',
    params: Type.Object({ featureName: Type.String() }),
    responses: { 200: ClientFeature },
    example: { params: { featureName: 'new-checkout' } },
  },
  'POST /api/client/register': {
    id: 'registerClientApplication',
    tags: ['Client'],
    summary: 'Register a backend SDK instance',
    description:
      'Stores the application, instance, SDK version and strategies, for the list of applications. Environment and projects are those of the token. SDKs call it when they start.',
    permission: 'backend token',
    body: ClientApplication,
    responses: { 202: Nothing },
    example: {
      body: {
        appName: 'checkout',
        instanceId: 'checkout-1',
        sdkVersion: 'unleash-node-sdk:6.11.0',
        strategies: ['default', 'flexibleRollout'],
        interval: 15000,
        started: '2026-11-16T12:00:00Z',
      },
    },
  },
  'POST /api/client/metrics': {
    id: 'registerClientMetrics',
    tags: ['Client'],
    summary: 'Report usage from a backend SDK',
    description:
      'Adds evaluation counts to the usage metrics of flags, in the environment of the token, and returns 202 once they are stored. `impactMetrics` can contain metrics of the application itself; invalid ones are dropped.',
    permission: 'backend token',
    body: ClientMetrics,
    responses: { 202: Nothing },
    example: {
      body: {
        appName: 'checkout',
        instanceId: 'checkout-1',
        bucket: {
          start: '2026-11-16T12:00:00Z',
          stop: '2026-11-16T12:01:00Z',
          toggles: { 'new-checkout': { yes: 12, no: 3 } },
        },
      },
    },
  },
  'POST /api/client/outcomes': {
    id: 'registerClientOutcomes',
    tags: ['Guarded rollouts'],
    summary: 'Report outcomes of a flag',
    description:
      'Counts how often code ran with the flag on and off since the last report, and how often that ended in an event, such as an error. `disabled` counts only callers whom the gradual rollout left out. Guards of a rollout compare the two. Each report of an instance is one observation, so report about once a minute. With an `Idempotency-Key`, a report that is sent again is counted once. Flags outside the projects of the token are ignored. Frontend tokens are refused, because everybody can read them.',
    permission: 'backend token',
    headers: BulkHeaders,
    body: ClientOutcomes,
    responses: { 202: Nothing },
    example: {
      body: {
        appName: 'checkout',
        instanceId: 'checkout-1',
        outcomes: [
          {
            featureName: 'new-checkout',
            metric: 'checkout_errors',
            enabled: { uses: 120, events: 3 },
            disabled: { uses: 2280, events: 21 },
          },
        ],
      },
    },
  },
  'POST /api/overrides': {
    id: 'overrideFlag',
    tags: ['Operational'],
    summary: 'Turn off a flag in an emergency',
    description:
      'Serves a flag as off in an environment, at once and without the database. The order must be signed with the key of the installation, which the command line does. It is kept on disk, becomes a change in the event log as soon as the database responds, and ends with the next change of the flag in this environment. Send it to every server and to edges that cannot reach one.',
    permission: 'public',
    body: SignedOrder,
    responses: { 200: OverrideResult },
    example: { body: { order: 'flagstaff-override.eyJpZCI6IjAxSkMifQ.c2lnbmF0dXJl' } },
  },
  'GET /api/client/delta': {
    id: 'getDelta',
    tags: ['Client'],
    summary: 'Get the changes since the last request',
    description:
      'Returns the flags and segments that changed since the state in `If-None-Match`, which is the `ETag` of the previous response. Without that header, the response contains everything that the token can see. Returns 304 if nothing changed.',
    permission: 'backend token',
    responses: { 200: ClientDelta, 304: Nothing },
    example: {},
  },
  'GET /api/client/streaming': {
    id: 'connect',
    tags: ['Client'],
    summary: 'Stream flag changes',
    description:
      'Opens a stream of server-sent events: first everything that the token can see, then each change as it happens. A client that reconnects with `Last-Event-ID` gets only what it missed. Too many streams return 429.',
    permission: 'backend token',
    responses: {},
    // The stream never ends, so the test uses a frontend token, which is refused.
    example: { status: 403 },
  },
  'POST /api/client/metrics/bulk': {
    id: 'clientBulkMetrics',
    tags: ['Unleash Edge'],
    summary: 'Report usage of many applications',
    description:
      'Takes the registrations and evaluation counts that an edge or a proxy collected from many applications. Entries for other environments than that of the token are ignored. With an `Idempotency-Key`, a report that is sent again is counted once.',
    permission: 'backend token',
    headers: BulkHeaders,
    body: BulkMetrics,
    responses: { 202: Nothing },
    example: {
      body: {
        applications: [{ appName: 'checkout', instanceId: 'checkout-1', environment: 'development' }],
        metrics: [
          {
            featureName: 'new-checkout',
            appName: 'checkout',
            environment: 'development',
            timestamp: '2026-11-16T12:00:00Z',
            yes: 12,
            no: 3,
          },
        ],
      },
    },
  },
  'GET /api/client/digest': {
    id: 'getClientDigest',
    tags: ['Client'],
    summary: 'Get a digest of all flags',
    description:
      'Returns the current state and a digest of all flags and segments that the token can see. Edges compare it with their own to detect differences.',
    permission: 'backend token',
    responses: { 200: ClientDigest },
    example: {},
  },
  'POST /api/frontend/client/metrics': {
    id: 'registerFrontendMetrics',
    tags: ['Frontend API'],
    summary: 'Report usage from a frontend SDK',
    description:
      'Adds evaluation counts to the usage metrics of flags, in the environment of the token. Frontend tokens are public, so counts and new names above the limits are dropped or combined, and the request still succeeds.',
    permission: 'frontend token',
    body: ClientMetrics,
    responses: { 200: Type.String() },
    example: {
      body: {
        appName: 'shop-web',
        bucket: {
          start: '2026-11-16T12:00:00Z',
          stop: '2026-11-16T12:01:00Z',
          toggles: { 'new-checkout': { yes: 4, no: 0 } },
        },
      },
    },
  },
  'POST /api/frontend/client/register': {
    id: 'registerFrontendClient',
    tags: ['Frontend API'],
    summary: 'Register a frontend SDK instance',
    description:
      'Adds the instance to its application. The response does not wait until it is stored, and new names above the limits for public tokens are combined.',
    permission: 'frontend token',
    body: FrontendApiClient,
    responses: { 200: Type.String() },
    example: {
      body: {
        appName: 'shop-web',
        sdkVersion: 'unleash-client-js:3.7.8',
        strategies: [],
        interval: 30000,
        started: '2026-11-16T12:00:00Z',
      },
    },
  },
  'GET /api/frontend': {
    id: 'getFrontendFeatures',
    tags: ['Frontend API'],
    summary: 'Get the flags that are on',
    description:
      'Evaluates all flags in the scope of the token and returns those that are on, with their variants. The context is in the query: `userId`, `sessionId`, `appName`, `remoteAddress`, and custom fields as `properties[name]`. Returns 404 if the frontend API is turned off.',
    permission: 'frontend token',
    responses: { 200: FrontendApiFeatures },
    example: { query: { userId: '7', 'properties[country]': 'NO' } },
  },
  'POST /api/frontend': {
    id: 'getFrontendApiFeaturesWithPost',
    tags: ['Frontend API'],
    summary: 'Get the flags that are on, with the context in the body',
    description:
      'Evaluates all flags in the scope of the token and returns those that are on, with their variants. The context is in the body, so it can be long and does not appear in URLs. Returns 404 if the frontend API is turned off.',
    permission: 'frontend token',
    body: FrontendApiFeaturesPost,
    responses: { 200: FrontendApiFeatures },
    example: { body: { context: { userId: '7', properties: { country: 'NO' } } } },
  },
  'GET /api/frontend/client/features': {
    id: 'x-frontendClientFeatures',
    tags: ['Frontend API'],
    summary: 'Refuse backend SDKs in the frontend API',
    description:
      'Always returns 405. Backend SDKs that are configured with the URL of the frontend API get this response; their flags are at `/api/client/features`.',
    permission: 'frontend token',
    responses: {},
    example: { status: 405 },
  },
  'GET /api/frontend/health': {
    id: 'x-frontendHealth',
    tags: ['Frontend API'],
    summary: 'Refuse health checks in the frontend API',
    description: 'Always returns 405: old clients request this path. The health check is at `/health`.',
    permission: 'frontend token',
    responses: {},
    example: { status: 405 },
  },
  'GET /api/frontend/internal-backstage/prometheus': {
    id: 'x-frontendPrometheus',
    tags: ['Frontend API'],
    summary: 'Refuse metrics requests in the frontend API',
    description:
      'Always returns 405: old clients request this path. The metrics of the server are at `/internal-backstage/prometheus`.',
    permission: 'frontend token',
    responses: {},
    example: { status: 405 },
  },
})
