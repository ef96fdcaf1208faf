/** The commands of one fenced block. */
export type Block = {
  /** Where its fence is, from 1. */
  line: number
  text: string
  /** Why it cannot run. */
  reason?: string
  /** Whether it is set-up that readers do not see. */
  isHidden?: true
}
type Fence = { mark: string; indent: number; language: string; line: number; reason: string | undefined }

const opening = /^(\s*)(`{3,}|~{3,})\s*([\w-]*)/
const note = /^\s*(?:<!--|\{\/\*)\s*not run\b:?(.*?)(?:-->|\*\/\})\s*$/
const shells = ['sh', 'bash']

/** Commands between these lines are run and not shown: a runbook reads before it writes, but its example has to exist. */
const setup = { begins: /^(\s*)<!--\s*setup\s*$/, ends: /^\s*-->\s*$/ }

/** The `sh` and `bash` blocks of a page with its set-up, and what is wrong with its comments. */
export function findBlocks(page: string): { blocks: Block[]; problems: string[] } {
  const blocks: Block[] = []
  const problems: string[] = []
  let fence: Fence | undefined
  let content: string[] = []
  let reason: string | undefined

  for (const [index, text] of page.split('\n').entries()) {
    const line = index + 1
    if (fence) {
      if (!(fence.mark === '' ? setup.ends.test(text) : closes(text, fence.mark))) {
        content.push(text.replace(new RegExp(`^\\s{0,${fence.indent}}`), ''))
        continue
      }
      if (shells.includes(fence.language)) blocks.push(blockOf(fence, content))
      fence = undefined
      continue
    }
    const hidden = setup.begins.exec(text)
    if (hidden) {
      fence = { mark: '', indent: hidden[1]?.length ?? 0, language: 'sh', line, reason }
      content = []
      continue
    }
    const [, indent = '', mark, language = ''] = opening.exec(text) ?? []
    if (reason !== undefined && !(mark && shells.includes(language)))
      problems.push(`line ${index}: the comment is not directly above an sh or bash block`)
    if (mark) {
      fence = { mark, indent: indent.length, language, line, reason }
      content = []
    }
    reason = note.exec(text)?.[1]?.trim()
    if (reason === '') problems.push(`line ${line}: a block that is not run needs a reason`)
  }
  if (fence) problems.push(`line ${fence.line}: the block has no end`)
  return { blocks, problems }
}

/** A fence ends with at least as many of the same marks. */
const closes = (text: string, mark: string): boolean =>
  text.trim().startsWith(mark) && text.trim() === mark[0]?.repeat(text.trim().length)

const blockOf = ({ line, reason, mark }: Fence, content: readonly string[]): Block => ({
  line,
  text: content.join('\n'),
  ...(mark === '' ? { isHidden: true } : {}),
  ...(reason === undefined ? {} : { reason }),
})
