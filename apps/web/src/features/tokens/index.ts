// For service accounts, whose tokens are made and shown like those of people.

export { patColumns } from './PatColumns.tsx'
export { PatDialog } from './PatDialog.tsx'
// For the tokens of a project.
export { RotateToken } from './RotateToken.tsx'
// For the pages of flags and projects: how an application asks for a flag.
export { snippetsFor } from './snippets.ts'
