export { createField, updateField } from './commands.ts'
