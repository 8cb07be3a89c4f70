/** A change of a text and where the selection stands after it; all offsets in UTF-16 units, as a textarea counts. */
export interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
  /** The selection in the changed text. */
  readonly selection: readonly [number, number]
}

export interface Selected {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Put marks around the selection, or the word under the cursor; take them away when they are there. */
export function surround(selected: Selected, before: string, after = before): Edit {
  const { text } = selected
  const { start, end } = selected.start === selected.end ? wordAt(text, selected.start) : trimmed(selected)
  const inner = text.slice(start, end)
  const isInside = inner.length >= before.length + after.length && inner.startsWith(before) && inner.endsWith(after)
  if (isInside) {
    const bare = inner.slice(before.length, inner.length - after.length)
    return { from: start, to: end, text: bare, selection: [start, start + bare.length] }
  }
  const from = start - before.length
  if (from >= 0 && text.slice(from, start) === before && text.slice(end, end + after.length) === after)
    return { from, to: end + after.length, text: inner, selection: [from, from + inner.length] }
  const at = start + before.length
  return { from: start, to: end, text: `${before}${inner}${after}`, selection: [at, at + inner.length] }
}

/** Code: between backticks on one line, between fences over several. */
export function code(selected: Selected): Edit {
  const inner = selected.text.slice(selected.start, selected.end)
  if (!inner.includes('\n')) return surround(selected, '`')
  const fence = inner.includes('```') ? '````' : '```'
  return block(selected, `${fence}\n${inner}\n${fence}`, fence.length + 1, inner.length)
}

/** A link whose missing part is selected: the address, or the words when the selection is an address. */
export function link(selected: Selected): Edit {
  const { start, end } = trimmed(selected)
  const inner = selected.text.slice(start, end)
  if (/^https?:\/\/\S+$/.test(inner))
    return { from: start, to: end, text: `[](${inner})`, selection: [start + 1, start + 1] }
  const at = start + inner.length + 3
  return {
    from: start,
    to: end,
    text: `[${inner}](url)`,
    selection: inner === '' ? [start + 1, start + 1] : [at, at + 3],
  }
}

type LineMark = 'quote' | 'bullets' | 'numbers' | 'tasks' | 'heading'

const marks: Record<LineMark, { readonly pattern: RegExp; readonly mark: (index: number) => string }> = {
  quote: { pattern: /^> ?/, mark: () => '> ' },
  bullets: { pattern: /^[-*+] (?!\[[ xX~]\] )/, mark: () => '- ' },
  numbers: { pattern: /^\d+[.)] /, mark: index => `${index + 1}. ` },
  tasks: { pattern: /^[-*+] \[[ xX~]\] /, mark: () => '- [ ] ' },
  heading: { pattern: /^#{1,6} /, mark: () => '### ' },
}
const anyListMark = /^(?:[-*+] \[[ xX~]\] |[-*+] |\d+[.)] )/

/** Begin each line of the selection with a mark, or take it away when all have it. */
export function markLines(selected: Selected, kind: LineMark): Edit {
  const { text } = selected
  const from = text.lastIndexOf('\n', selected.start - 1) + 1
  const end = selected.end > selected.start && text[selected.end - 1] === '\n' ? selected.end - 1 : selected.end
  const to = text.indexOf('\n', end) < 0 ? text.length : text.indexOf('\n', end)
  const lines = text.slice(from, to).split('\n')
  const { pattern, mark } = marks[kind]
  const written = lines.filter(line => line.trim() !== '')
  const isMarked = written.length > 0 && written.every(line => pattern.test(line))
  let index = 0
  const changed = lines.map(line => {
    if (isMarked) return line.replace(pattern, '')
    if (line.trim() === '' && lines.length > 1) return kind === 'quote' ? '>' : line
    const bare = kind === 'quote' || kind === 'heading' ? line.replace(pattern, '') : line.replace(anyListMark, '')
    return mark(index++) + bare
  })
  const result = changed.join('\n')
  const at =
    selected.start === selected.end
      ? Math.max(from, selected.end + (changed[0] ?? '').length - (lines[0] ?? '').length)
      : from
  return { from, to, text: result, selection: [at, selected.start === selected.end ? at : from + result.length] }
}

const step = '  '

/** Move the lines of the selection one step in. */
export const indent = (selected: Selected): Edit => eachLine(selected, line => (line === '' ? line : step + line))

/** Move the lines of the selection one step out, as far as they are in. */
export const outdent = (selected: Selected): Edit => eachLine(selected, line => line.replace(/^(?: {1,2}|\t)/, ''))

function eachLine({ text, start, end }: Selected, change: (line: string) => string): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end
  const to = text.indexOf('\n', last) < 0 ? text.length : text.indexOf('\n', last)
  const lines = text.slice(from, to).split('\n')
  const changed = lines.map(change)
  const result = changed.join('\n')
  // The cursor stays in its word; a selection keeps its lines.
  const lead = (changed[0]?.length ?? 0) - (lines[0]?.length ?? 0)
  const begin = Math.max(from, start + lead)
  return {
    from,
    to,
    text: result,
    selection: [begin, start === end ? begin : Math.max(begin, end + result.length - (to - from))],
  }
}

/** A table of two columns, its first heading selected. */
export function table(selected: Selected): Edit {
  const rows = '| Column | Column |\n| ------ | ------ |\n|        |        |'
  return block(selected, rows, 2, 6)
}

/** Words that fold away under a summary, which is selected. */
export function fold(selected: Selected): Edit {
  const inner = selected.text.slice(selected.start, selected.end)
  return block(selected, `<details><summary>Summary</summary>\n\n${inner}\n\n</details>`, 18, 7)
}

/** Put a text in the place of the selection, on lines of its own, and select a part of it. */
export function block(selected: Selected, inserted: string, selectFrom: number, selectLength: number): Edit {
  const before = selected.text.slice(0, selected.start)
  const after = selected.text.slice(selected.end)
  const lead = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const tail = after === '' || after.startsWith('\n') ? '' : '\n'
  const at = selected.start + lead.length + selectFrom
  return {
    from: selected.start,
    to: selected.end,
    text: `${lead}${inserted}${tail}`,
    selection: [at, at + selectLength],
  }
}

/**
 * The edit by which Enter starts the next item of a list or quote, or ends the list in an empty item. Null: no special
 * edit.
 */
export function continueList(selected: Selected): Edit | null {
  if (selected.start !== selected.end) return null
  const { text, start } = selected
  const from = text.lastIndexOf('\n', start - 1) + 1
  const line = text.slice(from, start)
  const found =
    /^(\s*(?:> ?)*)([-*+]|\d{1,9}[.)])( +)(\[[ xX~]\] +)?(.*)$/.exec(line) ?? /^(\s*(?:> ?)+)()()()(.*)$/.exec(line)
  if (found === null) return null
  const [, indent = '', marker = '', gap = '', task, rest = ''] = found
  const lineEnd = text.indexOf('\n', start)
  const isAtEnd = start === (lineEnd < 0 ? text.length : lineEnd)
  if (rest.trim() === '' && isAtEnd) {
    // An empty item ends the list.
    return { from, to: start, text: '', selection: [from, from] }
  }
  const next = /^\d/.test(marker) ? `${Number.parseInt(marker, 10) + 1}${marker.at(-1)}` : marker
  const inserted = `\n${indent}${next}${gap}${task ? '[ ] ' : ''}`
  const at = start + inserted.length
  return { from: start, to: start, text: inserted, selection: [at, at] }
}

function wordAt(text: string, at: number): { start: number; end: number } {
  const isWord = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}_]/u.test(sign)
  let start = at
  let end = at
  while (isWord(text[start - 1])) start--
  while (isWord(text[end])) end++
  return { start, end }
}

function trimmed({ text, start, end }: Selected): { start: number; end: number } {
  const inner = text.slice(start, end)
  const lead = inner.length - inner.trimStart().length
  const tail = inner.length - inner.trimEnd().length
  return inner.trim() === '' ? { start, end } : { start: start + lead, end: end - tail }
}
