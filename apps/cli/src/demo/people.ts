import { demoAccounts } from '@flagstaff/contract/demo-accounts'
import { type Api, type As, patiently } from './api.ts'

/** The person that a newcomer signs in as. */
export const demoUser = { username: demoAccounts.usernames[0], password: demoAccounts.password }

const { names } = demoAccounts
const usernameOf = (name: string) => name.toLowerCase().replace(' ', '.')

/** Their sessions. All of them are administrators. */
export type People = Record<keyof typeof names, As>

/** Creates missing accounts and signs everyone in. */
export async function seedPeople(api: Api): Promise<People> {
  const { users } = (await api.call('GET', '/user-admin')).body as { users: { username?: string }[] }
  const known = new Set(users.map(({ username }) => username))
  const person = (name: string) => signIn(api, name, known.has(usernameOf(name)))
  return {
    ida: await person(names.ida),
    tomas: await person(names.tomas),
    mei: await person(names.mei),
    jonas: await person(names.jonas),
  }
}

async function signIn({ url, call }: Api, name: string, isKnown: boolean): Promise<As> {
  const username = usernameOf(name)
  const { password } = demoUser
  if (!isKnown) await call('POST', '/user-admin', { name, username, rootRole: 1, password, sendEmail: false })
  const answer = await patiently(`${url}/auth/simple/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  if (!answer.ok) throw new Error(`${username} could not sign in: ${answer.status}`)
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return { cookie: cookies.join('; ') }
}
