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
  const headers = {
    ...(permission === 'public' ? {} : { authorization: '⟦token⟧' }),
    ...example.headers,
    ...(example.body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const options = [
    method === 'GET' ? undefined : `  method: '${method}',`,
    Object.keys(headers).length === 0
      ? undefined
      : `  headers: ${JSON.stringify(headers).replace('"⟦token⟧"', 'process.env.TOKEN')},`,
    example.body === undefined
      ? undefined
      : `  body: JSON.stringify(${JSON.stringify(example.body, null, 2).replaceAll('\n', '\n  ')}),`,
  ].filter((line) => line !== undefined)
  const address = `\`\${process.env.FLAGSTAFF}${addressOf(request)}\``
  return options.length === 0
    ? `const response = await fetch(${address})`
    : `const response = await fetch(${address}, {\n${options.join('\n')}\n})`
}

/** A value as Python writes it. */
const python = (value: unknown, indent = ''): string => {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  const parts = Array.isArray(value)
    ? value.map((one) => python(one, inner))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${python(one, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const line = `${open}${parts.join(', ')}${close}`
  return line.length + indent.length < 90 && !line.includes('\n')
    ? line
    : `${open}\n${parts.map((part) => `${inner}${part},`).join('\n')}\n${indent}${close}`
}

export function pythonOf(request: Request): string {
  const { method, example, permission } = request
  const headers = [
    ...(permission === 'public' ? [] : ['"Authorization": os.environ["TOKEN"]']),
    ...Object.entries(example.headers ?? {}).map(([name, value]) => `${python(name)}: ${python(value)}`),
  ]
  const lines = [
    `response = requests.${method.toLowerCase()}(`,
    `    os.environ["FLAGSTAFF"] + ${python(addressOf(request))},`,
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(', ')}},`]),
    ...(example.body === undefined ? [] : [`    json=${python(example.body, '    ')},`]),
    ')',
  ]
  return `import os\nimport requests\n\n${lines.join('\n')}`
}
