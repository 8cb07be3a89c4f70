import { structuredPatch } from 'diff'
import { useMemo } from 'react'
import { Card } from '#web/ui/layout/Card.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { DiffLines } from '../diff/rows/DiffLines.tsx'

interface ChangePreviewProps {
  readonly path: string
  readonly before: string
  readonly after: string
}

const longestMs = 2_000

/** The change of a file by a commit, as a diff. */
export function ChangePreview({ path, before, after }: ChangePreviewProps) {
  const diff = useMemo(() => diffOf(before, after), [before, after])
  if (diff === null) return <Banner>The change is too large to preview. You can still commit it.</Banner>
  if (diff === '')
    return (
      <EmptyState size="s" title="No changes yet">
        Change the file to see the difference here.
      </EmptyState>
    )
  return (
    <Card flush>
      <DiffLines id={`preview ${before.length} ${after.length} ${diff.length}`} path={path} diff={diff} isNear />
    </Card>
  )
}

/** Hunks in the unified format; null when comparing takes too long. */
function diffOf(before: string, after: string): string | null {
  const patch = structuredPatch('', '', before, after, undefined, undefined, { context: 3, timeout: longestMs })
  if (patch === undefined) return null
  return patch.hunks
    .map(({ oldStart, oldLines, newStart, newLines, lines }) =>
      [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines].join('\n'),
    )
    .join('\n')
}
