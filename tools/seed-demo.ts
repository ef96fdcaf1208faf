import { seedDemo } from '../apps/cli/src/demo/seed.ts'

// Fills a running server with the demo shop:
//   FLAGSTAFF_URL=http://localhost:4242 FLAGSTAFF_TOKEN='*:*.secret' pnpm seed:demo

const url = (process.env.FLAGSTAFF_URL ?? 'http://localhost:4242').replace(/\/+$/, '')
const token = process.env.FLAGSTAFF_TOKEN ?? process.env.INIT_ADMIN_API_TOKENS?.split(',')[0]
if (!token)
  throw new Error('Set FLAGSTAFF_TOKEN to an admin token, such as the one in INIT_ADMIN_API_TOKENS.')
console.log(`${await seedDemo(url, token)} flags made at ${url}`)
