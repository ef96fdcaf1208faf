import type { Example } from '@flagstaff/contract/operation'

type Request = { method: string; path: string; example: Example; body?: unknown; permission: unknown }

/** The path of an example, with its parameters and query. */
function addressOf({ path, example }: Request): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = example.params?.[name]
    return value === undefined ? whole : encodeURIComponent(String(value))
  })
  const query = new URLSearchParams(
    Object.entries(example.query ?? {}).flatMap(([name, value]) =>
      [value].flat().map((one) => [name, String(one)]),
    ),
  ).toString()
  return query === '' ? filled : `${filled}?${query}`
}

export function curlOf(request: Request): string {
  const { method, example, permission } = request
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$FLAGSTAFF${addressOf(request)}"`,
    ...(permission === 'public' ? [] : [`-H "Authorization: $TOKEN"`]),
    ...Object.entries(example.headers ?? {}).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(example.body === undefined
      ? []
      : [
          `-H 'Content-Type: application/json'`,
          `-d '${JSON.stringify(example.body, null, 2).replaceAll("'", "'\\''")}'`,
        ]),
  ]
  return lines.join(' \\\n  ')
}

export function fetchOf(request: Request): string {
  const { method, example, permission } = request
  const headers = [
    ...(permission === 'public' ? [] : ['authorization: process.env.TOKEN']),
    ...Object.entries({
      ...example.headers,
      ...(example.body === undefined ? {} : { 'content-type': 'application/json' }),
    }).map(([name, value]) => `${javaScript.name(name)}: ${write(value, javaScript)}`),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(', ')} },`]),
    ...(example.body === undefined
      ? []
      : [`  body: JSON.stringify(${write(example.body, javaScript, '  ')}),`]),
  ]
  const address = `\`\${process.env.FLAGSTAFF}${addressOf(request)}\``
  return options.length === 0
    ? `const response = await fetch(${address})`
    : `const response = await fetch(${address}, {\n${options.join('\n')}\n})`
}

export function pythonOf(request: Request): string {
  const { method, example, permission } = request
  const headers = [
    ...(permission === 'public' ? [] : ['"Authorization": os.environ["TOKEN"]']),
    ...Object.entries(example.headers ?? {}).map(
      ([name, value]) => `${python.name(name)}: ${write(value, python)}`,
    ),
  ]
  const lines = [
    `response = requests.${method.toLowerCase()}(`,
    `    os.environ["FLAGSTAFF"] + ${write(addressOf(request), python)},`,
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(', ')}},`]),
    ...(example.body === undefined ? [] : [`    json=${write(example.body, python, '    ')},`]),
    ')',
  ]
  return `import os\nimport requests\n\n${lines.join('\n')}`
}

/** How a language writes values. */
type Language = {
  indent: string
  /** Between the braces of an object and what is in them, on one line. */
  space: string
  nothing: string
  boolean: (value: boolean) => string
  text: (value: string) => string
  /** The name of a field. */
  name: (value: string) => string
}

const quoted = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

const javaScript: Language = {
  indent: '  ',
  space: ' ',
  nothing: 'null',
  boolean: String,
  text: quoted,
  name: (name) => (/^[a-zA-Z_$][\w$]*$/.test(name) ? name : quoted(name)),
}

const python: Language = {
  indent: '    ',
  space: '',
  nothing: 'None',
  boolean: (value) => (value ? 'True' : 'False'),
  text: (text) => JSON.stringify(text),
  name: (name) => JSON.stringify(name),
}

/** A value on one line if it is short. */
function write(value: unknown, language: Language, indent = ''): string {
  if (value === null || value === undefined) return language.nothing
  if (typeof value === 'boolean') return language.boolean(value)
  if (typeof value === 'string') return language.text(value)
  if (typeof value !== 'object') return JSON.stringify(value)
  const isArray = Array.isArray(value)
  const inner = `${indent}${language.indent}`
  const parts = isArray
    ? value.map((one) => write(one, language, inner))
    : Object.entries(value).map(([name, one]) => `${language.name(name)}: ${write(one, language, inner)}`)
  const [open, close] = isArray ? '[]' : '{}'
  const space = isArray || parts.length === 0 ? '' : language.space
  const line = `${open}${space}${parts.join(', ')}${space}${close}`
  return line.length + indent.length < 90 && !line.includes('\n')
    ? line
    : `${open}\n${parts.map((part) => `${inner}${part},`).join('\n')}\n${indent}${close}`
}
