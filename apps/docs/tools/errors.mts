import { errorStatus, errors } from '@flagstaff/contract/errors'
import { code, table } from './markdown.mts'

export const errorTable = (): string =>
  table(
    ['`code`', '`name`', 'Status', 'Message'],
    Object.entries(errors).map(([key, [name, text]]) => [
      code(key),
      code(name),
      String(errorStatus[name]),
      // In code style, so that parameters in braces stay readable.
      text === '{reason}' ? 'describes the error' : text.replace(/\{(\w+)\}/g, (_, name) => code(name)),
    ]),
  )
