export type RoleKind = 'root' | 'project'

type Typed = { type: string }

/** Root role or project role. */
export const kindOf = ({ type }: Typed): RoleKind => (type.startsWith('root') ? 'root' : 'project')

export const isBuiltIn = ({ type }: Typed): boolean => type === 'root' || type === 'project'
