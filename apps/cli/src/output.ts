import { styleText } from 'node:util'

export type Column<Row> = { label: string; of: (row: Row) => string | number | null | undefined }
type Style = Parameters<typeof styleText>[0]

/** Where a command writes: results to stdout, everything else to stderr. */
export type Output = {
  isJson: boolean
  /** A table on a terminal, otherwise lines with tabs; with `--json` the document instead. */
  table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], document: unknown): void
  /** A line of text, or with `--json` the document instead. */
  result(text: string, document: unknown): void
  /** A line of a stream: text, or with `--json` one JSON document per line. */
  line(text: string, document: unknown): void
  /** Text for other programs, such as a patch, as it is. */
  verbatim(text: string): void
  /** Instructions and warnings. */
  note(text: string): void
  /** Only on a terminal. */
  progress(text: string): void
}

type Stream = NodeJS.WritableStream & { isTTY?: boolean }
type Streams = { stdout: Stream; stderr: Stream }

export function openOutput({ json }: { json: boolean }, { stdout, stderr }: Streams = process): Output {
  const write = (text: string) => void stdout.write(`${text}\n`)
  const writeDocument = (document: unknown) => write(JSON.stringify(document, null, 2))
  const styled = (style: Style, text: string) => styleText(style, text, { stream: stdout })
  return {
    isJson: json,
    table(rows, columns, document) {
      if (json) return writeDocument(document)
      const cells = rows.map((row) => columns.map(({ of }) => printable(String(of(row) ?? ''))))
      if (!stdout.isTTY) {
        for (const line of cells) write(line.join('\t'))
        return
      }
      const lines = [columns.map(({ label }) => label), ...cells]
      const widths = columns.map((_, index) => Math.max(...lines.map((line) => (line[index] ?? '').length)))
      for (const [number, line] of lines.entries()) {
        const text = line.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')
        write(number === 0 ? styled('dim', text.trimEnd()) : text.trimEnd())
      }
    },
    result: (text, document) => (json ? writeDocument(document) : write(printable(text, '\n'))),
    line: (text, document) => write(json ? JSON.stringify(document) : printable(text)),
    verbatim: (text) => void stdout.write(text),
    note: (text) => void stderr.write(`${printable(text, '\n')}\n`),
    progress: (text) => void (stderr.isTTY && stderr.write(`${printable(text)}\n`)),
  }
}

/** Names and descriptions come from other people, so they must not control the terminal. */
export const printable = (text: string, except = ''): string =>
  text.replace(/\p{Cc}/gu, (character) => (character === except ? character : ' '))
