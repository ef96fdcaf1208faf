export { userList } from './queries.ts'
export { RoleField, VIEWER } from './RoleField.tsx'
