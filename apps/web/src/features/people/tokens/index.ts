// For service accounts, whose tokens use the same table and dialog.

export { patColumns } from './PatColumns.tsx'
export { PatDialog } from './PatDialog.tsx'
// For the tokens of a project.
export { RotateToken } from './RotateToken.tsx'
// For the pages of flags and projects: code snippets for evaluating a flag.
export { snippetsFor } from './snippets.ts'
