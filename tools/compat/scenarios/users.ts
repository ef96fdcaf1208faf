import { scenario } from '../player.ts'

const PASSWORD = 'Another-secret-8'

export const users = scenario('users', async ({ call }) => {
  const make = (body: unknown, more: object = {}) => call('createUser', { body, ...more })
  const made = await make({
    username: 'ada',
    email: 'ada@example.com',
    name: 'Ada',
    rootRole: 3,
    sendEmail: false,
  })
  const id = made.pick((body) => body.id)
  const bob = (
    await make({ username: 'bob', rootRole: 'Editor', password: PASSWORD, sendEmail: false })
  ).pick((body) => body.id)
  await make({ username: 'ada', rootRole: 3, sendEmail: false })
  await make({ email: 'ada@example.com', rootRole: 3, sendEmail: false })
  await make({ email: 'no address', rootRole: 3 })
  await make({ name: 'Nameless', rootRole: 3 })
  await make({ username: 'roleless' })
  await make({ username: 'odd-role', rootRole: 99, sendEmail: false })
  await make({ username: 'edited', rootRole: 3 }, { as: 'editor' })
  await call('getUsers')
  await call('getUsers', { as: 'viewer' })
  await call('getUser', { path: { id } })
  await call('getUser', { path: { id: 99_999 } })
  await call('getUser', { path: { id: 'abc' } })
  await call('getUser', { path: { id }, as: 'editor' })
  await call('searchUsers', { query: { q: 'ada' } })
  await call('searchUsers', { query: { q: 'a' } })
  await call('searchUsers', { query: { q: 'ada' }, as: 'nobody' })
  const update = (which: unknown, body: unknown, more: object = {}) =>
    call('updateUser', { path: { id: which }, body, ...more })
  await update(id, { name: 'Ada L.', email: 'ada@example.com', rootRole: 2 })
  await update(id, { email: 'no address' })
  await update(id, { rootRole: 99 })
  await update(99_999, { name: 'Ghost' })
  await update(id, { name: 'x' }, { as: 'editor' })
  const change = (which: unknown, body: unknown, more: object = {}) =>
    call('changeUserPassword', { path: { id: which }, body, ...more })
  await change(id, { password: PASSWORD })
  await change(id, { password: 'weak' })
  await change(id, {})
  await change(id, { password: PASSWORD }, { as: 'editor' })
  await call('validateUserPassword', { body: { password: PASSWORD } })
  await call('validateUserPassword', { body: { password: 'weak' } })
  await call('validateUserPassword', { body: {} })
  await call('resetUserPassword', { body: { id: 'ada@example.com' } })
  await call('resetUserPassword', { body: { id: 'nobody@example.com' } })
  await call('resetUserPassword', { body: {} })
  await call('resetUserPassword', { body: { id: 'ada@example.com' }, as: 'editor' })
  await call('getUserPermissions', { path: { id } })
  await call('getUserPermissions', {
    path: { id },
    query: { project: 'default', environment: 'development' },
  })
  await call('getUserPermissions', { path: { id: 99_999 } })
  await call('getUserPermissions', { path: { id }, as: 'viewer' })
  await call('getBaseUsersAndGroups')
  await call('getBaseUsersAndGroups', { as: 'nobody' })
  await call('getAdminCount')
  await call('getAdminCount', { as: 'editor' })
  await call('getInactiveUsers')
  await call('getInactiveUsers', { as: 'editor' })
  await call('deleteInactiveUsers', { body: { ids: [] } })
  await call('deleteInactiveUsers', { body: { ids: ['abc'] } })
  await call('deleteInactiveUsers', { body: { ids: [] }, as: 'editor' })
  await call('deleteUser', { path: { id: bob }, as: 'editor' })
  await call('deleteUser', { path: { id: bob } })
  await call('deleteUser', { path: { id: bob } })
  await call('deleteUser', { path: { id: 'abc' } })
  await call('deleteUser', { path: { id } })
  await make({ username: 'weak', rootRole: 3, password: 'weak', sendEmail: false })
  await call('deleteScimUsers')
  await call('deleteScimUsers', { as: 'editor' })
})

export const me = scenario('me', async ({ call }) => {
  await call('getMe')
  await call('getMe', { as: 'editor' })
  await call('getMe', { as: 'viewer' })
  await call('getMe', { as: 'nobody' })
  await call('getProfile')
  await call('getProfile', { as: 'viewer' })
  await call('getProfile', { as: 'nobody' })
  await call('getUserRoles', { as: 'editor' })
  await call('getUserRoles', { as: 'editor', query: { projectId: 'default' } })
  await call('getUserRoles', { as: 'nobody' })
  await call('changeMyPassword', {
    as: 'viewer',
    body: { oldPassword: 'wrong', password: PASSWORD, confirmPassword: PASSWORD },
  })
  await call('changeMyPassword', {
    as: 'viewer',
    body: { oldPassword: 'Compat-people-7', password: PASSWORD, confirmPassword: 'other' },
  })
  await call('changeMyPassword', {
    as: 'viewer',
    body: { oldPassword: 'Compat-people-7', password: 'weak', confirmPassword: 'weak' },
  })
  await call('changeMyPassword', {
    as: 'viewer',
    body: { oldPassword: 'Compat-people-7', password: PASSWORD, confirmPassword: PASSWORD },
  })
  await call('changeMyPassword', { as: 'viewer', body: {} })
  await call('changeMyPassword', { as: 'nobody', body: { password: PASSWORD, confirmPassword: PASSWORD } })
})
