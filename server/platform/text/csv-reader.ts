/** A row of a file of separated values. */
export interface CsvRow {
  /** The line on which it begins, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** The text is no list of separated values. The message is a sentence with the line. */
export class MalformedCsv extends Error {
  override readonly name = 'MalformedCsv'
}

const separators = [',', ';', '\t', '|'] as const
type Separator = (typeof separators)[number]

/** The line by which Excel says how the cells of a file are separated, such as `sep=;`; null when there is none. */
export function separatorLine(text: string): { readonly separator: Separator; readonly length: number } | null {
  const [all, sign] = /^"?sep=(.)"?[,;\t|]*(?:\r\n|\n|\r|$)/i.exec(text) ?? []
  const separator = separators.find(each => each === sign)
  return all === undefined || separator === undefined ? null : { separator, length: all.length }
}

/** The separator that the first line of a text uses most outside of quotes; a comma if it uses none. */
export function separatorOf(text: string): Separator {
  const counts: Record<Separator, number> = { ',': 0, ';': 0, '\t': 0, '|': 0 }
  let isQuoted = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '\n' || character === '\r') break
    else if (character === ',' || character === ';' || character === '\t' || character === '|') counts[character] += 1
  }
  return separators.reduce((best, each) => (counts[each] > counts[best] ? each : best))
}

/** Characters of one cell, and cells of one row, at most. */
const limits = { cell: 1_048_576, cells: 500 }

/**
 * Read separated values from a text that comes in pieces. Quoted cells may hold separators, line breaks and doubled quotes;
 * rows end with LF, CRLF or CR. Blank lines are left out.
 *
 * @source RFC 4180
 */
export function csvReader(separator: Separator, { firstLine: begin = 1 } = {}) {
  const separatorCode = separator.charCodeAt(0)
  let cells: string[] = []
  let cell = ''
  let state: 'plain' | 'quoted' | 'quote' = 'plain'
  let isCellStart = true
  let afterReturn = false
  let line = begin
  let firstLine = begin
  let found: CsvRow[] = []

  const add = (part: string): void => {
    if (cell.length + part.length > limits.cell)
      throw new MalformedCsv(`Line ${firstLine}: a field is longer than ${limits.cell} characters`)
    cell += part
  }
  const endCell = (): void => {
    if (cells.length >= limits.cells) throw new MalformedCsv(`Line ${firstLine}: more than ${limits.cells} fields`)
    // PostgreSQL stores no NUL.
    cells.push(cell.includes('\0') ? cell.replaceAll('\0', '') : cell)
    cell = ''
    state = 'plain'
    isCellStart = true
  }
  const endRow = (): void => {
    endCell()
    if (cells.length > 1 || cells[0] !== '') found.push({ line: firstLine, cells })
    cells = []
  }

  function push(text: string): readonly CsvRow[] {
    found = []
    let from = 0
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === newline && afterReturn) {
        // The second half of a CRLF outside of quotes.
        afterReturn = false
        from = at + 1
        continue
      }
      afterReturn = false
      if (state === 'quoted') {
        if (code === quote) {
          add(text.slice(from, at))
          from = at + 1
          state = 'quote'
        } else if (code === newline) line += 1
        continue
      }
      if (code === quote && (state === 'quote' || isCellStart)) {
        // A doubled quote means one.
        from = state === 'quote' ? at : at + 1
        state = 'quoted'
        isCellStart = false
        continue
      }
      if (state === 'quote') state = 'plain'
      if (code === separatorCode) {
        add(text.slice(from, at))
        endCell()
        from = at + 1
      } else if (code === newline || code === carriageReturn) {
        add(text.slice(from, at))
        endRow()
        line += 1
        firstLine = line
        from = at + 1
        afterReturn = code === carriageReturn
      } else isCellStart = false
    }
    if (state !== 'quote') add(text.slice(from))
    return found
  }

  function end(): readonly CsvRow[] {
    if (state === 'quoted') throw new MalformedCsv(`Line ${firstLine}: a quoted field is not closed`)
    found = []
    if (cell !== '' || cells.length > 0) endRow()
    return found
  }

  return { push, end }
}

const newline = 10
const carriageReturn = 13
const quote = 34
