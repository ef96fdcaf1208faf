import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from '@swc/core'

// Finds hard-coded texts in components that should be in a message catalogue: JSX text, and attributes that are shown
// or read out. It first checks a planted text, so that a broken check cannot pass.

const shown = new Set(['aria-label', 'placeholder', 'title', 'label', 'alt', 'description'])
const word = /\p{L}{2,}/u

type Node = { type?: string; [key: string]: unknown }

function literals(source: string): string[] {
  const found: string[] = []
  const visit = (node: unknown, inCode: boolean): void => {
    if (Array.isArray(node)) {
      for (const one of node) visit(one, inCode)
      return
    }
    if (typeof node !== 'object' || node === null) return
    const { type } = node as Node
    // Text in <code> and <kbd> is typed or sent, so it is not translated.
    const code = inCode || (type === 'JSXElement' && /^(code|kbd|Kbd|Code)$/.test(nameOf(node as Node)))
    if (type === 'JSXText' && !code && word.test(String((node as Node).value)))
      found.push(String((node as Node).value).trim())
    if (type === 'JSXAttribute') {
      const { name, value } = node as { name: { value?: string }; value?: { type: string; value: string } }
      if (shown.has(name.value ?? '') && value?.type === 'StringLiteral' && word.test(value.value))
        found.push(value.value)
    }
    for (const child of Object.values(node)) visit(child, code)
  }
  visit(parseSync(source, { syntax: 'typescript', tsx: true }).body, false)
  return found
}

const nameOf = (element: Node): string =>
  (element.opening as { name?: { value?: string } } | undefined)?.name?.value ?? ''

const planted = literals('export const A = () => <p title="Say it">Hello there {x} <Kbd>Esc</Kbd></p>')
if (planted.join() !== 'Say it,Hello there')
  throw new Error(`the check does not see literals: ${planted.join()}`)

const root = fileURLToPath(new URL('..', import.meta.url))
const files = globSync('apps/web/src/**/*.tsx', { cwd: root })
if (files.length < 20) throw new Error(`only ${files.length} components were looked at`)
const faults = files.flatMap((file) =>
  literals(readFileSync(`${root}/${file}`, 'utf8')).map((text) => `${file}: ${text}`),
)
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exit(1)
console.log(`no literal texts in ${files.length} components`)
