import type { Player } from './player.ts'
import { ADMIN } from './processes.ts'

export const PASSWORD = 'Compat-people-7'

/** Signs all users in and creates a personal token for each, so that later requests need no cookies. */
export async function meetPeople(player: Player) {
  player.begin('people')
  player.people.set('admin', await tokenOf(player, ADMIN.username, ADMIN.password))
  for (const [username, rootRole] of [
    ['editor', 2],
    ['viewer', 3],
  ] as const) {
    const name = `${username} of the comparison`
    const body = {
      username,
      name,
      email: `${username}@example.com`,
      rootRole,
      password: PASSWORD,
      sendEmail: false,
    }
    const reply = await player.call('createUser', { body })
    reply.pick(({ id }) => id)
    player.people.set(username, await tokenOf(player, username, PASSWORD))
  }
}

async function tokenOf(player: Player, username: string, password: string) {
  const login = await player.call('login', { as: 'nobody', body: { username, password } })
  const cookie = login.pick((_, { headers }) =>
    headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  )
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const body = { description: 'comparison', expiresAt }
  const made = await player.call('createPat', { as: 'nobody', headers: { cookie }, body })
  return made.pick(({ secret }) => secret)
}
