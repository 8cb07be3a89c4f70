import { useMemo } from 'react'
import { readHunks } from '#contract/code/diffs/diff-lines.ts'
import { DiffRows } from './DiffRows.tsx'
import { fileRows } from './rows.ts'

const noContents: readonly [] = []

interface DiffLinesProps {
  /** Names this very change. */
  readonly id: string
  readonly path: string
  /** Hunks from the first `@@` on, in the unified format of git-diff(1). */
  readonly diff: string
  /** Whether the lines are near the visible area: only then their colors are requested. */
  readonly isNear: boolean
}

/** The lines of a change by themselves, for instance of one that is not committed yet. */
export function DiffLines({ id, path, diff, isNear }: DiffLinesProps) {
  const rows = useMemo(() => fileRows(readHunks(diff)), [diff])
  const file = useMemo(() => ({ id, filePath: path, fileHash: '' }), [id, path])
  return <DiffRows file={file} rows={rows} isSplit={false} isNear={isNear} contents={noContents} />
}
