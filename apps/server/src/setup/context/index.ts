export { createField, updateField } from './commands.ts'
export { stickinessWarnings } from './warnings.ts'
