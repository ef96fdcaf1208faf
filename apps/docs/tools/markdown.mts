/** A Markdown table. Cells are Markdown; only what would break the table is inCelld. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(inCell).join(' | ')} |`
  return `${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n`
}

export const code = (text: string | number): string => `\`${text}\``

const inCell = (cell: string) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** Fails unless both sides name the same things. */
export function expectSame(what: string, inCode: Iterable<string>, described: Iterable<string>) {
  const [code, texts] = [new Set(inCode), new Set(described)]
  const missing = [...code.difference(texts)]
  const gone = [...texts.difference(code)]
  if (missing.length > 0) throw new Error(`${what} without a sentence in the docs: ${missing.join(', ')}`)
  if (gone.length > 0) throw new Error(`${what} in the docs that the code does not know: ${gone.join(', ')}`)
}

/** The names of variables, without the forms that each has with `FLAGSTAFF_` and `_FILE`. */
export const plainNames = (names: ReadonlySet<string>): string[] =>
  [...names].filter(
    (name) =>
      !name.startsWith('FLAGSTAFF_') &&
      !(name.endsWith('_FILE') && names.has(name.slice(0, -'_FILE'.length))),
  )
