/** Spreadsheets execute cells that start like this. A leading apostrophe turns them into text. */
const isFormula = (text: string) => /^[=+\-@\t\r]/.test(text)

function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = typeof value === 'string' && isFormula(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** CSV with a header row. */
export const toCsv = <Row extends object>(columns: readonly (keyof Row & string)[], rows: readonly Row[]) =>
  [columns.join(','), ...rows.map((row) => columns.map((column) => cell(row[column])).join(','))]
    .map((line) => `${line}\r\n`)
    .join('')
