// For the pages of flags and projects: how an application asks for a flag.
export { snippetsFor } from './snippets.ts'
