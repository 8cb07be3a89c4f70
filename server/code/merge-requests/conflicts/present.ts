import type { Conflicts } from '#contract/code/merge-requests/merge-request-conflicts.ts'
import { fileModes } from '#server/platform/git/objects.ts'
import type { MergeRequestRow } from '../find.ts'
import { isUtf8, ownMarkers, type Part, type Side, type Sides } from './parts.ts'
import { type ConflictedFile, type FoundConflicts, sectionIds, sidesOf } from './read.ts'

type ShownFile = Conflicts['files'][number]
type ShownSection = ShownFile['sections'][number]

const contextLines = 5

export const presentConflicts = (mergeRequest: MergeRequestRow, found: FoundConflicts): Conflicts => ({
  sourceBranch: mergeRequest.sourceBranch,
  targetBranch: mergeRequest.targetBranch,
  commitSha: found.source,
  targetSha: found.target,
  commitMessage: `Merge branch '${mergeRequest.targetBranch}' into '${mergeRequest.sourceBranch}'`,
  files: found.files.map(file => presentFile(file, sidesOf(mergeRequest, found))),
})

function presentFile(file: ConflictedFile, sides: Sides): ShownFile {
  const { entry, reason, parts, content } = file
  return {
    oldPath: entry.path,
    newPath: entry.path,
    type: parts !== null ? 'text' : content !== null ? 'text-editor' : 'side',
    reason,
    relatedPaths: [...entry.related],
    head: file.head.kind,
    headDetail: file.head.detail,
    origin: file.origin.kind,
    originDetail: file.origin.detail,
    remarks: remarksOf(file),
    executable: file.mode === fileModes.executable,
    canEdit: isUtf8(content),
    ownMarkers: content === null ? 0 : ownMarkers(content.toString('utf8'), sides),
    sections: parts === null ? [] : presentSections(entry.path, parts, file.openEnds),
  }
}

/** Differences that the lines do not show. */
function remarksOf({ entry: { base, ours, theirs }, content, parts }: ConflictedFile): ShownFile['remarks'] {
  const isModeChosen = content !== null && base === undefined && ours?.mode !== theirs?.mode
  return [
    ...(isModeChosen && ours !== undefined && theirs !== undefined ? ['mode' as const] : []),
    ...(parts?.some(part => part.kind === 'conflict' && differInLineEnds(part)) ? ['line-ends' as const] : []),
  ]
}

const differInLineEnds = ({ head, origin }: Extract<Part, { kind: 'conflict' }>): boolean => {
  const hasCr = (lines: readonly string[]) => lines.map(line => line.endsWith('\r'))
  const [ours, theirs] = [hasCr(head), hasCr(origin)]
  return ours.length > 0 && theirs.length > 0 && ours.includes(true) !== theirs.includes(true)
}

function presentSections(
  path: string,
  parts: readonly Part[],
  openEnds: ReadonlySet<Side>,
): readonly ShownSection[] & ShownSection[] {
  const ids = sectionIds(path, parts)
  let [head, origin, conflicts] = [0, 0, 0]
  return parts.flatMap((part, index): ShownSection[] => {
    if (part.kind === 'conflict') {
      const lines = [
        ...part.head.map(text => ({ type: 'head' as const, oldLine: ++head, newLine: null, text: shown(text) })),
        ...part.origin.map(text => ({ type: 'origin' as const, oldLine: null, newLine: ++origin, text: shown(text) })),
      ]
      const isAtEnd = index === parts.length - 2
      const lacksNewline = isAtEnd ? [...openEnds] : []
      return [{ id: ids[conflicts++] ?? '', conflict: true, lines, hiddenLines: 0, lacksNewline }]
    }
    const isLast = index === parts.length - 1
    // Splitting at line feeds leaves an empty text after the last one.
    const all = isLast && part.lines.at(-1) === '' ? part.lines.slice(0, -1) : part.lines
    const lines = all.map(text => ({ type: null, oldLine: ++head, newLine: ++origin, text: shown(text) }))
    const before = index === 0 ? [] : lines.slice(0, contextLines)
    const after = isLast ? [] : lines.slice(Math.max(before.length, lines.length - contextLines))
    if (before.length + after.length === 0) return []
    const hiddenLines = index === 0 || isLast ? 0 : lines.length - before.length - after.length
    return [{ id: `context_${index}`, conflict: false, lines: [...before, ...after], hiddenLines, lacksNewline: [] }]
  })
}

const shown = (line: string): string => Buffer.from(line.replace(/\r$/, ''), 'latin1').toString('utf8')
