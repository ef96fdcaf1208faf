import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from '@swc/core'

// Finds defaults on query results. `const { data = [] } = useQuery(guards)` says "no guards" while the request is loading,
// and for good if it fails. `Loaded` has a state for each; `choicesOf` is for what a field merely offers. Another value as
// a stand-in (`data?.name ?? id`) is allowed, since it claims nothing. It first checks planted defaults.

type Span = { start: number; end: number }
type Node = { type?: string; value?: unknown; span?: Span; [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

function visit(node: unknown, see: (node: Node) => void): void {
  if (Array.isArray(node)) for (const one of node) visit(one, see)
  else if (isNode(node)) {
    see(node)
    for (const child of Object.values(node)) visit(child, see)
  }
}

/** What is left without parentheses, casts and optional chaining. */
function bare(node: unknown): Node {
  if (!isNode(node)) return {}
  if (node.type === 'ParenthesisExpression' || /^Ts\w+Expression$/.test(node.type ?? ''))
    return bare(node.expression)
  return node.type === 'OptionalChainingExpression' ? bare(node.base) : node
}

/** Whether this is `…?.name`, and not the rest of such a chain. */
const isOptional = (node: unknown): boolean =>
  isNode(node) && (node.optional === true || isOptional(node.expression))

const isHook = (node: unknown): boolean => {
  const { type, callee } = bare(node)
  return type === 'CallExpression' && /^use[A-Z]/.test(String(bare(callee).value))
}

function defaults(text: string, tsx = true): string[] {
  const found: string[] = []
  // The module starts at its first token. Positions are bytes, and go on from one file to the next.
  const source = `;${text}`
  const module = parseSync(source, { syntax: 'typescript', tsx })
  const bytes = Buffer.from(source)
  const start = module.span.start
  const textOf = ({ span }: Node) =>
    span ? bytes.subarray(span.start - start, span.end - start).toString() : ''
  const constants = new Set<string>()
  const results = new Set<string>()
  const data = new Set<string>()
  const isEmpty = (node: unknown): boolean => {
    const { type, value } = bare(node)
    if (type === 'Identifier') return constants.has(String(value))
    return /^(Array|Object)Expression$|^(Numeric|Boolean|String|Null)Literal$/.test(type ?? '')
  }
  const isData = (node: unknown): boolean => {
    const { type, object, property, value } = bare(node)
    if (type === 'Identifier') return data.has(String(value))
    const isResult = isHook(object) || results.has(String(bare(object).value))
    return type === 'MemberExpression' && isResult && bare(property).value === 'data'
  }
  /** Whether an expression reads the data of a query, or a part of it if there is data. */
  const reads = (node: unknown): boolean => {
    if (isData(node)) return true
    const { type, object } = bare(node)
    if (type !== 'MemberExpression') return false
    return isData(object) ? isOptional(node) : reads(object)
  }
  visit(module.body, (node) => {
    if (node.type !== 'VariableDeclarator') return
    const { id, init } = node as { id: Node; init: unknown }
    const name = String(id.value)
    if (isHook(init) && id.type === 'Identifier') results.add(name)
    else if (isHook(init) && id.type === 'ObjectPattern')
      for (const property of id.properties as Node[]) {
        if (bare(property.key).value !== 'data') continue
        if (property.type === 'AssignmentPatternProperty') {
          if (property.value) found.push(`data = ${textOf(property.value as Node)}`)
          data.add('data')
        } else if ((property.value as Node).type === 'AssignmentPattern')
          found.push(textOf(property.value as Node))
        else data.add(String((property.value as Node).value))
      }
    else if (id.type === 'Identifier' && isEmpty(init)) constants.add(name)
  })
  visit(module.body, (node) => {
    if (node.type === 'BinaryExpression' && /^(\?\?|\|\|)$/.test(String(node.operator)))
      if (reads(node.left) && isEmpty(node.right)) found.push(textOf(node))
  })
  return found
}

const planted = defaults(`
  const none: string[] = []
  const { data = [] } = useQuery(a)
  const { data: names = none, error } = useQuery(b)
  const flags = useQuery(c)
  const { data: one } = useFlag()
  const all = [flags.data ?? none, one?.rows ?? [], useQuery(d).data?.on ?? false, (flags.data?.n as number) || 0]
  const fine = [one?.name ?? id, event.data ?? null, data[0] ?? '', flags.error ?? null]
`)
const expected = [
  'data = []',
  'names = none',
  'flags.data ?? none',
  'one?.rows ?? []',
  'useQuery(d).data?.on ?? false',
]
if (planted.join() !== [...expected, '(flags.data?.n as number) || 0'].join())
  throw new Error(`the check does not see defaults: ${planted.join(' · ')}`)

const root = fileURLToPath(new URL('..', import.meta.url))
const files = globSync('apps/web/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$|\/lib\/choices\.ts$/.test(file),
)
if (files.length < 20) throw new Error(`only ${files.length} files were looked at`)
const faults = files.flatMap((file) =>
  defaults(readFileSync(`${root}/${file}`, 'utf8'), file.endsWith('x')).map((text) => `${file}: ${text}`),
)
for (const fault of faults) console.error(`${fault}; use Loaded, or choicesOf for what a field offers`)
if (faults.length > 0) process.exit(1)
console.log(`no defaults on query results in ${files.length} files`)
