import type { Context } from '../context.ts'

export async function whoami({ client, output, target }: Context) {
  const { url, urlFrom, tokenFrom } = target()
  const { user, permissions } = await client().get('GET /api/admin/user', {})
  const account = user.email ?? user.username ?? user.name ?? String(user.id)
  const isAdmin = permissions.some(({ permission }) => permission === 'ADMIN')
  const facts = { url, urlFrom, account, isAdmin, tokenFrom }
  const rows = Object.entries({
    server: `${url} (${urlFrom})`,
    account,
    role: isAdmin ? 'administrator' : 'member',
    token: tokenFrom,
  })
  const columns = [
    { label: '', of: ([name]: [string, unknown]) => name },
    { label: '', of: ([, value]: [string, unknown]) => String(value) },
  ]
  output.table(rows, columns, facts)
}
