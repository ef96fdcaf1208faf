// One bundle, so that their shared code is not part of the initial load.
export { EditGroup, NewGroup } from './groups/GroupForm.tsx'
export { GroupList } from './groups/GroupList.tsx'
export { PermissionsOfServiceAccount, PermissionsOfUser } from './permissions/PermissionsOf.tsx'
export { CompareRoles } from './roles/CompareRoles.tsx'
export { EditRole, NewProjectRole, NewRootRole } from './roles/RoleForm.tsx'
export { ProjectRoles, RootRoles } from './roles/RoleList.tsx'
