/** First segments of the paths that the server handles. Every other path is a page of the interface. */
export const SERVER_PATHS = [
  '.well-known',
  'api',
  'auth',
  'docs',
  'edge',
  'health',
  'internal-backstage',
  'invite',
  'logout',
  'mcp',
  'ofrep',
  'ready',
  'scim',
] as const

const first = new Set<string>(SERVER_PATHS)

/** Whether the server handles a path, so that it is not a page. */
export const isServerPath = (path: string): boolean => first.has(path.split('/', 2)[1] ?? '')
