/** A piece of a line: its words, and their style. */
export interface Piece {
  readonly text: string
  readonly in?: 'strong' | 'em' | 'code' | 'del'
}

/** A block of a text as it looks before the server has rendered it. */
export type Block =
  | { readonly kind: 'paragraph' | 'quote'; readonly lines: readonly (readonly Piece[])[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly Piece[])[] }
  | { readonly kind: 'code'; readonly text: string }

const marks =
  /`([^`\n]+)`|\*\*([^*\n]+)\*\*|__([^_\n]+)__|~~([^~\n]+)~~|\*([^*\s][^*\n]*)\*|(?<![\w/])_([^_\s][^_\n]*)_(?!\w)/g

/** The words of a line with the plainest of markdown read; everything else stays as it was typed. */
export function piecesOf(line: string): readonly Piece[] {
  const pieces: Piece[] = []
  let done = 0
  for (const match of line.matchAll(marks)) {
    const [all, code, strong, strong2, del, em, em2] = match
    if (match.index > done) pieces.push({ text: line.slice(done, match.index) })
    done = match.index + all.length
    if (code !== undefined) pieces.push({ text: code, in: 'code' })
    else if (strong !== undefined || strong2 !== undefined) pieces.push({ text: strong ?? strong2 ?? '', in: 'strong' })
    else if (del !== undefined) pieces.push({ text: del, in: 'del' })
    else pieces.push({ text: em ?? em2 ?? '', in: 'em' })
  }
  if (done < line.length) pieces.push({ text: line.slice(done) })
  return pieces
}

const longestText = 20_000

/**
 * A text in blocks, for the moment between sending it and the server's answer: close to what comes, so that little moves.
 * A very long text is one block.
 */
export function blocksOf(text: string): readonly Block[] {
  if (text.length > longestText) return [{ kind: 'code', text }]
  const blocks: Block[] = []
  let code: string[] | null = null
  let isNew = true
  for (const line of text.split('\n')) {
    if (/^```/.test(line)) {
      if (code !== null) blocks.push({ kind: 'code', text: code.join('\n') })
      code = code === null ? [] : null
      isNew = true
    } else if (code !== null) code.push(line)
    else if (line.trim() === '') isNew = true
    else {
      add(blocks, line, isNew)
      isNew = false
    }
  }
  if (code !== null) blocks.push({ kind: 'code', text: code.join('\n') })
  return blocks
}

function add(blocks: Block[], line: string, isNew: boolean): void {
  const last = isNew ? undefined : blocks.at(-1)
  const item = /^\s*(?:[-*+]|\d+[.)]) +(.*)/.exec(line)?.[1]
  if (item !== undefined) {
    if (last?.kind === 'list') blocks[blocks.length - 1] = { kind: 'list', items: [...last.items, piecesOf(item)] }
    else blocks.push({ kind: 'list', items: [piecesOf(item)] })
    return
  }
  const quote = /^> ?(.*)/.exec(line)?.[1]
  const kind = quote === undefined ? 'paragraph' : 'quote'
  const pieces = piecesOf(quote ?? line)
  if (last?.kind === kind) blocks[blocks.length - 1] = { kind, lines: [...last.lines, pieces] }
  else blocks.push({ kind, lines: [pieces] })
}
