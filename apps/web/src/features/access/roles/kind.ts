export type RoleKind = 'root' | 'project'

type Typed = { type: string }

/** For the whole installation, or for a project. */
export const kindOf = ({ type }: Typed): RoleKind => (type.startsWith('root') ? 'root' : 'project')

export const isBuiltIn = ({ type }: Typed): boolean => type === 'root' || type === 'project'
