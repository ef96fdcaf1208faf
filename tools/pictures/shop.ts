import { seedHistory } from '../../apps/cli/src/demo/history.ts'
import { demoUser } from '../../apps/cli/src/demo/people.ts'
import { seedDemo } from '../../apps/cli/src/demo/seed.ts'
import { createDatabase, flagstaff, launch } from '../compat/processes.ts'
import { age, cut } from './age.ts'
import { addMore } from './more.ts'
import { openSdks } from './sdks.ts'

const FIRST_TOKEN = '*:*.pictures-admin'

/** What the list of sessions calls a browser. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'

type Call = <T>(method: string, path: string, body?: object) => Promise<T>

/** A server with the demo shop. */
export type Shop = {
  url: string
  /** The session of the demo's first user, as a cookie. */
  cookie: string
  /** The admin API as that user, such as `call('GET', '/segments')`. */
  call: Call
  end(): Promise<void>
}

/** Starts a server on its own database, with what readers get from `flagstaff --demo`, and some months of history. */
export async function openShop(postgres: string): Promise<Shop> {
  const database = await createDatabase(postgres, `pictures_${process.pid}`)
  const program = flagstaff()
  const env = {
    ...program.env,
    // Only the accounts of the demo.
    UNLEASH_DEFAULT_ADMIN_PASSWORD: '',
    // The URL of the server in texts.
    UNLEASH_URL: 'https://flags.example.com',
    ENCRYPTION_KEY: 'only for the pictures of the documentation',
    INIT_ADMIN_API_TOKENS: FIRST_TOKEN,
    REQUEST_BUDGET_MS: '30000',
  }
  const server = await launch({ ...program, env }, { database: database.url }).catch(async (error) => {
    await database.drop()
    throw error
  })
  const end = () => server.end().finally(database.drop)
  try {
    const person = { ...demoUser, name: 'Ida Berg', rootRole: 1, sendEmail: false }
    await callsTo(server.url, { authorization: FIRST_TOKEN })('POST', '/user-admin', person)
    const cookie = await signIn(server.url)
    const call = callsTo(server.url, { cookie })
    // So that events name a person, and not a token of the settings.
    const laptop = { description: 'Laptop', expiresAt: new Date(Date.now() + 30 * 86_400_000) }
    const { secret: personal } = await call<{ secret: string }>('POST', '/user/tokens', laptop)
    await call('DELETE', `/api-tokens/${encodeURIComponent(FIRST_TOKEN)}`)
    await seedDemo(server.url, personal)
    await seedHistory(database.url)
    const secret = await addMore(call)
    await age(database.url)
    await cut(database.url)
    const sdks = openSdks(server.url, secret, 'checkout-api', 5)
    return {
      url: server.url,
      cookie,
      call,
      async end() {
        sdks.end()
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

const callsTo =
  (url: string, as: Record<string, string>): Call =>
  async (method, path, body) => {
    const response = await fetch(`${url}/api/admin${path}`, {
      method,
      headers: { ...as, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text ? JSON.parse(text) : undefined
  }

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/auth/simple/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': BROWSER },
    body: JSON.stringify(demoUser),
  })
  if (!response.ok) throw new Error(`the user of the demo could not sign in: ${response.status}`)
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return cookies.join('; ')
}
