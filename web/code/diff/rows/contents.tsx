import type { ReactNode } from 'react'
import type { DiffLine } from '#contract/code/diffs/diff-lines.ts'
import styles from './DiffRows.module.css'
import type { AnyRow } from './rows.ts'
import type { LineContent } from './slots.ts'

/** The contents below rows, and the remark that no line feed ends a line. */
export function contentsBelow(
  rows: readonly AnyRow[],
  contents: readonly LineContent[],
): ReadonlyMap<number, ReactNode> {
  const found = new Map<number, ReactNode>()
  // An index is used because the pairs of `entries()` take most of the time for a hundred thousand rows.
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index]
    if (row === undefined || row.kind === 'gap') continue
    const isUnended = row.kind === 'pair' ? (row.left?.isUnended ?? row.right?.isUnended) : row.isUnended
    if (contents.length === 0 && !isUnended) continue
    const lines = row.kind === 'pair' ? [row.left, row.right] : [row]
    const own = contents.filter(content => lines.some(line => line !== null && isAt(content, line)))
    if (own.length === 0 && !isUnended) continue
    found.set(
      index,
      <>
        {isUnended && <p className={styles.note}>No newline at end of file</p>}
        {own.length > 0 && (
          <div className={styles.contents}>
            {own.map(({ key, content }) => (
              <div key={key}>{content}</div>
            ))}
          </div>
        )}
      </>,
    )
  }
  return found
}

/** Whether a content belongs to a line. */
export function isAt({ oldLine, newLine }: Pick<LineContent, 'oldLine' | 'newLine'>, line: DiffLine): boolean {
  switch (line.kind) {
    case 'added':
      return oldLine === null && newLine === line.newPos
    case 'removed':
      return newLine === null && oldLine === line.oldPos
    case 'context':
      return newLine === line.newPos || (newLine === null && oldLine === line.oldPos)
    default:
      return line.kind satisfies never
  }
}
