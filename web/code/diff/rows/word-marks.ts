import type { DiffLine } from '#contract/code/diffs/diff-lines.ts'
import { escapeCode } from '#web/ui/text/html-spans.ts'
import { changeAt, type FileRow } from './rows.ts'
import { changedWords, marked, type Span } from './words.ts'

/** The words that changed in a line, computed when it is drawn. */
export function wordMarks(rows: readonly FileRow[]): (line: DiffLine) => readonly Span[] {
  const partners = new Map<DiffLine, DiffLine>()
  let at = 0
  while (at < rows.length) {
    const { removed, added } = changeAt(rows, at)
    // Words are compared only if as many lines were removed as added.
    if (removed.length > 0 && removed.length === added.length) {
      for (const [index, line] of removed.entries()) {
        const other = added[index]
        if (other === undefined) continue
        partners.set(line, other)
        partners.set(other, line)
      }
    }
    at += Math.max(1, removed.length + added.length)
  }
  const kept = new Map<DiffLine, readonly Span[]>()
  return line => {
    const partner = partners.get(line)
    if (partner === undefined) return []
    const known = kept.get(line)
    if (known !== undefined) return known
    const [one, other] = line.kind === 'removed' ? [line, partner] : [partner, line]
    const words = changedWords(one.text, other.text)
    kept.set(one, words?.before ?? [])
    kept.set(other, words?.after ?? [])
    return kept.get(line) ?? []
  }
}

export const htmlOf = (line: DiffLine, html: string | undefined, spans: readonly Span[]): string | undefined =>
  spans.length === 0 ? html : marked(html ?? escapeCode(line.text), spans)
