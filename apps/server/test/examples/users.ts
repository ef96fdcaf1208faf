import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ as, actors, db }) => {
  const users = '/api/admin/user-admin'
  const person = async (name: string): Promise<{ id: number; inviteLink: string }> =>
    (await as.admin.post(users, { name, email: `${name}@example.com`, rootRole: 2 })).body
  const margaret = await person('margaret')
  const leaver = await person('barbara')
  const inactive = await person('edsger')
  const invited = await person('hedy')
  await db
    .updateTable('users')
    .set({ created_at: new Date(0) })
    .where('id', '=', inactive.id)
    .execute()
  await as.admin.post(`${users}/${actors.admin.id}/change-password`, { password: 'Correct-horse-7' })
  await db
    .insertInto('access_requests')
    .values([
      { id: '01JD3Q9T5ZC8W2N6R4XBV7KQEP', email: 'joan@example.com' },
      { id: '01JD3QAXM1F7H3S9D5YCW8GTNB', email: 'radia@example.com' },
    ])
    .execute()

  const services = '/api/admin/service-account'
  const service = async (username: string): Promise<number> =>
    (await as.admin.post(services, { name: username, username, rootRole: 2 })).body.id
  const [pipeline, unused] = [await service('pipeline'), await service('unused')]
  const expiresAt = '2038-01-01T00:00:00Z'
  const token = await as.admin.post(`${services}/${pipeline}/token`, { description: 'Old', expiresAt })

  const link = await as.admin.post('/api/admin/invite-link/tokens', { name: 'New team', expiresAt })
  return {
    replace: {
      42: margaret.id,
      43: leaver.id,
      44: inactive.id,
      51: pipeline,
      52: unused,
      61: token.body.id,
      k3V9wQx0T7mZpL2sR8fYbN4cHj6uDgE1aWvXoIqKtMs:
        new URL(invited.inviteLink).searchParams.get('token') ?? '',
      Zt5YqB8nXr2LwKd7VfGh1JmPc4SaEu9oTi6RyQxNb3M: link.body.secret,
      '9f2c4e81b7d05a36': String(link.headers.location).replace('tokens/', ''),
    },
  }
}
