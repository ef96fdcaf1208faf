import { environmentPermissions, projectPermissions, rootPermissions } from '@flagstaff/contract/permissions'
import { code, table } from './markdown.mts'

const permissionTable = (permissions: Record<string, string>) =>
  table(
    ['Permission', 'Allows'],
    Object.entries(permissions).map(([name, allows]) => [code(name), allows]),
  )

export const permissionTables = () => ({
  'root-permissions': permissionTable(rootPermissions),
  'project-permissions': permissionTable(projectPermissions),
  'environment-permissions': permissionTable(environmentPermissions),
})
