import Type from 'typebox'
import { DoctorReport } from '../doctor.ts'
import { EvaluationSample, SampledContexts, SampleParams, SetEvaluationSample } from '../evaluation-sample.ts'
import { HealthCheck, Maintenance, ReadyCheck, SetCors, ToggleMaintenance, UiConfig } from '../instance.ts'
import { operations } from '../operation.ts'
import { Nothing } from '../schema.ts'

export const instanceOperations = operations({
  'GET /docs/openapi.json': {
    id: 'x-openapiDocument',
    tags: ['Operational'],
    summary: 'Get the OpenAPI document',
    description:
      'Returns the description of this API in the format OpenAPI 3.1, as JSON. No token is required.',
    permission: 'public',
    responses: { 200: Type.Unknown() },
    example: {},
  },
  'GET /docs/openapi': {
    id: 'x-openapiViewer',
    tags: ['Operational'],
    summary: 'Open the API documentation',
    description: 'Returns an HTML page that shows the OpenAPI document. It loads nothing from other servers.',
    permission: 'public',
    responses: { 200: Type.String() },
    example: {},
  },
  'GET /health': {
    id: 'getHealth',
    tags: ['Operational'],
    summary: 'Check that the server is running',
    description:
      'Returns `GOOD` as long as the process responds, without checking the database. Use it as a liveness probe.',
    permission: 'public',
    responses: { 200: HealthCheck },
    example: {},
  },
  'GET /ready': {
    id: 'getReady',
    tags: ['Operational'],
    summary: 'Check that the server is ready',
    description:
      'Returns 200 when this process has flags to serve, and 503 otherwise, with the state of each part. The database does not count, because flags are served without it; with `CHECK_DB_ON_READY=true`, the status is also 503 while the database is unavailable or refuses writes. Use it as a readiness probe. With `full`, the response also has the findings of checks that read the database, such as migrations and connections, and is 503 if one of them is bad; they are repeated at most every ten seconds.',
    permission: 'public',
    query: Type.Object({ full: Type.Optional(Type.String()) }),
    responses: { 200: ReadyCheck, 503: ReadyCheck },
    example: {},
  },
  'GET /internal-backstage/prometheus': {
    id: 'x-prometheus',
    tags: ['Operational'],
    summary: 'Get the metrics of the server',
    description:
      'Returns the metrics of this server in the Prometheus text format. If `METRICS_TOKEN` is set, the request must send it; otherwise no token is required.',
    permission: 'public',
    responses: { 200: Type.String() },
    example: {},
  },
  'GET /internal-backstage/heap-snapshot': {
    id: 'x-heapSnapshot',
    tags: ['Operational'],
    summary: 'Get a heap snapshot of the server',
    description:
      'Returns the memory of this process as a file for the developer tools of Chrome. It contains secrets, and the process does not respond while the snapshot is taken. Returns 404 unless both `ENABLE_HEAP_SNAPSHOT_ENPOINT` and `METRICS_TOKEN` are set; the request must send that token.',
    permission: 'public',
    responses: { 200: Type.String() },
    example: { status: 404 },
  },
  'GET /api/admin/doctor': {
    id: 'getDoctorReport',
    tags: ['Flagstaff'],
    summary: 'Check the installation',
    description:
      'Checks the configuration of this server and its database, such as migrations, connections, stored secrets, the event log, email and edges. Each finding is `good`, `warning` or `bad`, and says what to do about it.',
    permission: 'ADMIN',
    responses: { 200: DoctorReport },
    example: {},
  },
  'GET /api/admin/evaluation-sample': {
    id: 'getEvaluationSample',
    tags: ['Instance Admin'],
    summary: 'Get the settings of context sampling',
    description:
      'Returns whether contexts are sampled, the share of evaluations, the fields that are stored and which of them as pseudonyms, and the number of stored contexts in each environment. Sampling is off by default.',
    permission: 'ADMIN',
    responses: { 200: EvaluationSample },
    example: {},
  },
  'PUT /api/admin/evaluation-sample': {
    id: 'setEvaluationSample',
    tags: ['Instance Admin'],
    summary: 'Update the settings of context sampling',
    description:
      'Sets whether contexts are sampled, the share of evaluations (0 to 1) and the fields to store, at most 50; other fields are never stored. Fields in `pseudonyms` are stored as keyed hashes; without it, these are `userId`, `sessionId` and `remoteAddress`. Pseudonyms need `ENCRYPTION_KEY`. Every change deletes the contexts that are stored, and replaces the key.',
    permission: 'ADMIN',
    body: SetEvaluationSample,
    responses: { 204: Nothing },
    example: { body: { enabled: true, share: 0.1, properties: ['country', 'plan'] } },
  },
  'GET /api/admin/evaluation-sample/:environment': {
    id: 'getSampledContexts',
    tags: ['Instance Admin'],
    summary: 'List the sampled contexts of an environment',
    description:
      'Returns the newest 1,000 of the stored contexts of an environment. At most 10,000 are kept, for a week.',
    permission: 'ADMIN',
    params: SampleParams,
    responses: { 200: SampledContexts },
    example: { params: { environment: 'development' } },
  },
  'GET /api/admin/ui-config': {
    id: 'getUiConfig',
    tags: ['Admin UI'],
    summary: 'Get the configuration of the user interface',
    description:
      'Returns what the user interface needs to start: the version, URLs, resource limits, the allowed origins of the frontend API, whether maintenance mode is on, and the banners that are on.',
    permission: 'authenticated',
    responses: { 200: UiConfig },
    example: {},
  },
  'POST /api/admin/ui-config/cors': {
    id: 'setCors',
    tags: ['Admin UI'],
    summary: 'Update the allowed origins of the frontend API',
    description:
      'Sets the origins whose pages can call the frontend API (CORS). Each is `*` or an origin as browsers send it, such as `https://shop.example.com`; anything else is refused with 400. An empty list allows all origins.',
    permission: ['ADMIN', 'UPDATE_CORS'],
    body: SetCors,
    responses: { 204: Nothing },
    example: { body: { frontendApiOrigins: ['https://shop.example.com'] } },
  },
  'GET /api/admin/maintenance': {
    id: 'getMaintenance',
    tags: ['Maintenance'],
    summary: 'Get the state of maintenance mode',
    description: 'Returns whether maintenance mode is on. While it is, changes are refused with 503.',
    permission: ['ADMIN', 'UPDATE_MAINTENANCE_MODE'],
    responses: { 200: Maintenance },
    example: {},
  },
  'POST /api/admin/maintenance': {
    id: 'toggleMaintenance',
    tags: ['Maintenance'],
    summary: 'Turn maintenance mode on or off',
    description:
      'While maintenance mode is on, changes are refused with 503. Flags are still served, usage is counted and users can sign in.',
    permission: ['ADMIN', 'UPDATE_MAINTENANCE_MODE'],
    body: ToggleMaintenance,
    responses: { 204: Nothing },
    example: { body: { enabled: false } },
  },
})
