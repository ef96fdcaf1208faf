import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Operation } from '@flagstaff/contract/operation'
import { operationsByArea } from '@flagstaff/contract/operations/index'
import { fieldTable, nameOfBody } from './api-fields.mts'
import { curlOf, fetchOf, pythonOf } from './api-requests.mts'
import { code, table } from './markdown.mts'

// One page for each tag of the API, from the operations of the contract: what the server checks is what is described.

type Listed = Operation & { method: string; path: string }

const folder = fileURLToPath(new URL('../docs/reference/api/', import.meta.url))

export function writeApiPages(): number {
  const listed = Object.values(operationsByArea)
    .flatMap((area) => Object.entries(area as Record<string, Operation>))
    .map(([key, operation]): Listed => {
      const [method = '', path = ''] = key.split(' ')
      return { ...operation, method, path: path.replace(/:(\w+)/g, '{$1}') }
    })
  const byTag = new Map([...Map.groupBy(listed, ({ tags }) => tags[0] ?? 'Other')].sort())
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}index.md`, indexPage(byTag))
  for (const [index, [tag, list]] of [...byTag].entries())
    writeFileSync(`${folder}${slugOf(tag)}.md`, tagPage(tag, list, index + 2))
  return listed.length
}

export const slugOf = (tag: string) =>
  tag
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const front = (title: string, description: string, position: number, keywords: string[]) =>
  `---\ntitle: ${title}\ndescription: '${description}'\nsidebar_position: ${position}\nkeywords: [api, rest, endpoint, ${keywords.join(', ')}]\n---\n\n`

function indexPage(byTag: Map<string, Listed[]>): string {
  const rows = [...byTag].map(([tag, list]) => [
    `[${tag}](./${slugOf(tag)}.md)`,
    String(list.length),
    list
      .slice(0, 3)
      .map(({ summary }) => summary)
      .join(', ') + (list.length > 3 ? ', …' : ''),
  ])
  return `${front('API reference', 'Every operation of the API, by area, with its fields, permission and an example.', 1, ['openapi', 'swagger', 'http'])}These pages list every operation of the API. They are generated from the schemas that the server checks requests against, and each example is sent to a real server in our tests.

Requests need the header \`Authorization\` with a [token](../api-tokens.md); [conventions](../index.md#conventions) apply to all operations, and so do the [errors](../errors.mdx). To try requests against your data, open \`/docs/openapi\` on your server; \`/docs/openapi.json\` is the document for generators.

In the examples, \`$FLAGSTAFF\` is the address of your server and \`$TOKEN\` is your token.

${table(['Area', 'Operations', 'For example'], rows)}`
}

function tagPage(tag: string, list: readonly Listed[], position: number): string {
  const overview = table(
    ['Operation', 'Request'],
    list.map(({ method, path, summary }) => [
      `[${summary}](#${anchorOf(summary)})`,
      code(`${method} ${path}`),
    ]),
  )
  const description = `Operations of the API for ${tag.toLowerCase()}: paths, fields, permissions and examples.`
  const words = [...new Set(tag.toLowerCase().split(/\W+/))].filter((word) => word.length > 2)
  return `${front(tag, description, position, words)}${overview}\n${list.map(operationOf).join('\n')}`
}

/** As Docusaurus makes it from a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

function operationOf(operation: Listed): string {
  const { method, path, summary, description, permission, params, query, headers, body, responses } =
    operation
  const parts = [
    `## ${summary}`,
    '',
    '```text',
    `${method} ${path}`,
    '```',
    '',
    escaped(description),
    '',
    `**Access:** ${accessOf(permission)}`,
    '',
    ...fields('Path', params),
    ...fields('Query', query),
    ...fields('Headers', headers),
    ...fields('Body', body),
    '<!-- not run: a test of the server sends every example -->',
    '```sh',
    curlOf(operation),
    '```',
    '',
    ...folded('Node.js', 'js', fetchOf(operation)),
    ...folded('Python', 'python', pythonOf(operation)),
    ...answersOf(responses),
  ]
  return `${parts.join('\n')}\n`
}

const folded = (title: string, language: string, text: string) => [
  `<details><summary>${title}</summary>`,
  '',
  `\`\`\`${language}`,
  text,
  '```',
  '',
  '</details>',
  '',
]

function fields(title: string, schema: unknown): string[] {
  const text = schema === undefined ? '' : fieldTable(schema)
  return text === '' ? [] : [`**${title}**`, '', text]
}

function answersOf(responses: Operation['responses']): string[] {
  return Object.entries(responses).flatMap(([status, schema]) => {
    const name = nameOfBody(schema)
    const table = Number(status) < 300 ? fieldTable(schema) : ''
    return [`**Response ${status}**${name ? `: ${name}` : ''}`, '', ...(table ? [table] : [])]
  })
}

const accessTexts: Record<string, string> = {
  authenticated: 'any signed-in account or token.',
  public: 'anyone, without a token.',
}

function accessOf(permission: Operation['permission']): string {
  if (typeof permission !== 'string')
    return `one of the [permissions](../roles-and-permissions.mdx) ${permission.map(code).join(', ')}.`
  if (permission in accessTexts) return accessTexts[permission] ?? ''
  return /^[A-Z_]+$/.test(permission)
    ? `the [permission](../roles-and-permissions.mdx) ${code(permission)}.`
    : `a ${permission}.`
}

/** Outside of code, angle brackets would be HTML. */
const escaped = (text: string) =>
  text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '&lt;')))
    .join('')
