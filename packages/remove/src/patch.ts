import { relative, sep } from 'node:path'
import { createTwoFilesPatch } from 'diff'
import type { Removal } from './options.ts'

/** The changes as `git apply` reads them, with paths from the root. */
export const patchOf = ({ changed }: Removal, root: string): string =>
  changed
    .map(({ path, before, after }) => {
      const name = relative(root, path).split(sep).join('/')
      const text = createTwoFilesPatch(`a/${name}`, `b/${name}`, before, after, '', '', { context: 3 })
      return text.replace(/^=+\n/, '').replace(/^(---|\+\+\+) (\S.*?)\t$/gm, '$1 $2')
    })
    .join('')
