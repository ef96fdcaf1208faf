import { fileURLToPath } from 'node:url'

const resolve = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Files of the package. These paths start from `dist`, where the bundle is. */
export const packaged = {
  server: resolve('./server.js'),
  edge: resolve('./edge.js'),
  verifyChain: resolve('./verify-chain.js'),
  postgres: resolve('../postgres'),
}
