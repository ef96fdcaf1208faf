import { scenario } from '../player.ts'

export const auth = scenario('auth', async ({ call }) => {
  const as = 'nobody'
  const made = await call('createUser', {
    body: {
      username: 'eve',
      email: 'eve@example.com',
      rootRole: 3,
      password: 'First-secret-9',
      sendEmail: false,
    },
  })
  const id = made.pick((body) => body.id)
  await call('login', { as, body: { username: 'eve', password: 'wrong' } })
  await call('login', { as, body: { username: 'nosuch', password: 'wrong' } })
  await call('login', { as, body: { username: 'eve' } })
  await call('login', { as, body: {} })
  const login = await call('login', { as, body: { username: 'eve', password: 'First-secret-9' } })
  const cookie = login.pick((_, { headers }) =>
    headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; '),
  )
  await call('getMe', { as, headers: { cookie } })
  await call('validatePassword', { as, body: { password: 'Second-secret-9' } })
  await call('validatePassword', { as, body: { password: 'weak' } })
  await call('validatePassword', { as, body: {} })
  const reset = await call('resetUserPassword', { body: { id: 'eve@example.com' } })
  const token = reset.pick((body) => new URL(body.resetPasswordUrl).searchParams.get('token'))
  await call('validateToken', { as, query: { token } })
  await call('validateToken', { as, query: { token: 'nosuch' } })
  await call('validateToken', { as })
  await call('changePassword', { as, body: { token, password: 'weak' } })
  await call('changePassword', { as, body: { token: 'nosuch', password: 'Second-secret-9' } })
  await call('changePassword', { as, body: {} })
  await call('changePassword', { as, body: { token, password: 'Second-secret-9' } })
  await call('changePassword', { as, body: { token, password: 'Third-secret-99' } })
  await call('getMe', { as, headers: { cookie } })
  const again = await call('login', { as, body: { username: 'eve', password: 'Second-secret-9' } })
  const session = again.pick((_, { headers }) =>
    headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; '),
  )
  await call('x-logout', { as, headers: { cookie: session } })
  await call('x-logout', { as })
  await call('getMe', { as, headers: { cookie: session } })
  await call('sendResetPasswordEmail', { as, body: { email: 'viewer@example.com' } })
  await call('sendResetPasswordEmail', { as, body: {} })
  await call('x-demoLogin', { as, body: { email: 'eve@example.com' } })
  await call('deleteUser', { path: { id } })
})

export const invitations = scenario('invitations', async ({ call }) => {
  const expiresAt = new Date(Date.now() + 7 * 86_400_000).toISOString()
  const make = (body: unknown, more: object = {}) => call('createPublicSignupToken', { body, ...more })
  await call('getAllPublicSignupTokens')
  const token = (await make({ name: 'welcome', expiresAt })).pick((body) => body.secret)
  await make({ name: 'welcome' })
  await make({})
  await make({ name: 'edited', expiresAt }, { as: 'editor' })
  await call('getAllPublicSignupTokens')
  await call('getAllPublicSignupTokens', { as: 'editor' })
  await call('getPublicSignupToken', { path: { token } })
  await call('getPublicSignupToken', { path: { token: 'nosuch' } })
  await call('getPublicSignupToken', { path: { token }, as: 'viewer' })
  await call('validatePublicSignupToken', { as: 'nobody', path: { token } })
  await call('validatePublicSignupToken', { as: 'nobody', path: { token: 'nosuch' } })
  const join = (body: unknown, more: object = {}) =>
    call('addPublicSignupTokenUser', { as: 'nobody', path: { token }, body, ...more })
  await join({ email: 'guest@example.com', name: 'Guest', password: 'Guest-secret-77' })
  await join({ email: 'guest@example.com', name: 'Guest', password: 'Guest-secret-77' })
  await join({ email: 'weak@example.com', name: 'Weak', password: 'weak' })
  await join({ email: 'no address', name: 'Odd', password: 'Guest-secret-77' })
  await join({})
  await join(
    { email: 'x@example.com', name: 'X', password: 'Guest-secret-77' },
    { path: { token: 'nosuch' } },
  )
  const update = (body: unknown, more: object = {}) =>
    call('updatePublicSignupToken', { path: { token }, body, ...more })
  await update({ enabled: false })
  await update({ expiresAt })
  await update({ expiresAt: 'tomorrow' })
  await update({ enabled: true }, { path: { token: 'nosuch' } })
  await update({ enabled: true }, { as: 'editor' })
  await call('validatePublicSignupToken', { as: 'nobody', path: { token } })
})
