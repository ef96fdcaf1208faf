/**
 * What may take more of the thread than the watch allows, with the most that was measured and the reason. Passwords are
 * not here: they are hashed in the thread pool.
 */
export const exceptions: readonly { route: string; most: number; reason: string }[] = [
  ...['POST /api/admin/auth/saml/settings', 'GET /auth/saml/login', 'POST /auth/saml/callback'].map(
    (route) => ({
      route,
      most: 300,
      reason: '115 to 186 ms, once in a process: the library for SAML is loaded when it is first used',
    }),
  ),
  ...['POST /api/admin/mcp', 'POST /mcp'].map((route) => ({
    route,
    most: 200,
    reason: '101 to 118 ms, once in a process: the library for MCP is loaded when it is first used',
  })),
  {
    route: 'GET /internal-backstage/prometheus',
    most: 300,
    reason: '149 ms after requests to all operations with all kinds of outcomes: each has its own series',
  },
  {
    route: 'POST /api/admin/features-batch/validate',
    most: 200,
    reason: '105 to 170 ms for 1,100 flags: the file is compared with the installation at once',
  },
  {
    route: 'POST /api/admin/features-batch/export',
    most: 200,
    reason: '113 ms for 1,100 flags: one document is made of all of them',
  },
  {
    route: 'POST /api/admin/code/plan',
    most: 300,
    reason:
      '105 ms for a few files and 204 ms for the largest in the tests: files are read and planned at once',
  },
]
