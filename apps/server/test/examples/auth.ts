import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ as, actors, client }) => {
  const password = 'Correct-horse-7'
  const signIn = async (username: string) => {
    const { headers } = await as.anonymous.post('/auth/simple/login', { username, password })
    return { cookie: String(headers['set-cookie']).split(';')[0] ?? '' }
  }
  const sessionOf = async (headers: Record<string, string>): Promise<string> =>
    (await client(headers).get('/api/admin/user/sessions')).body.sessions[0].id
  for (const { id } of [actors.admin, actors.editor, actors.viewer])
    await as.admin.post(`/api/admin/user-admin/${id}/change-password`, { password })

  const [ada, edith, vera] = [await signIn('ada'), await signIn('edith'), await signIn('vera')]
  return {
    replace: {
      '6f1d2c3b-8a4e-4f5d-9c6b-7e8f9a0b1c2d': await sessionOf(ada),
      '2a7c9e10-5b3d-4c8f-a1e6-0d9b8c7f6e5a': await sessionOf(edith),
    },
    headers: { 'x-logout': await signIn('vera'), revokeOtherSessions: vera },
  }
}
