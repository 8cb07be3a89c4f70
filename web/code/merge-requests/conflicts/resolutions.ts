import type { ReplyOf } from '#contract/operation.ts'

type ConflictsPage = ReplyOf<typeof import('#contract/code/merge-requests/merge-request-conflicts.ts').getConflictsPage>
export type ConflictsData = NonNullable<ConflictsPage['conflicts']>
export type ConflictsPageData = ConflictsPage
export type ConflictedFile = ConflictsData['files'][number]
export type Section = ConflictedFile['sections'][number]

export type Side = 'head' | 'origin'
export type Choice = Side | 'both'

/** The resolution of a file: each conflict by itself, the version of one of the branches, or a text written by hand. */
export type Resolution =
  | { readonly by: 'section'; readonly sections: Readonly<Record<string, Choice>> }
  | { readonly by: 'side'; readonly choice: Side }
  /** `of`: the heads it was begun on. */
  | { readonly by: 'hand'; readonly content: string; readonly of: string }

/** The resolutions by path. */
type Resolutions = Readonly<Record<string, Resolution>>

/** The heads that conflicts are of. */
export const headsOf = ({ commitSha, targetSha }: ConflictsData): string => `${commitSha} ${targetSha}`

/** The resolutions of an earlier visit; invalid ones are left out. */
export function readResolutions(kept: string | undefined): Resolutions {
  try {
    const read: unknown = JSON.parse(kept ?? '{}')
    // Only this page writes it.
    return typeof read === 'object' && read !== null ? (read as Resolutions) : {}
  } catch {
    return {}
  }
}

/** The files that were edited by hand. */
export const handWritten = (resolutions: Resolutions): readonly { readonly path: string; readonly content: string }[] =>
  Object.entries(resolutions).flatMap(([path, resolution]) =>
    resolution.by === 'hand' && resolution.of !== '' ? [{ path, content: resolution.content }] : [],
  )

export const conflictSections = (file: ConflictedFile): readonly Section[] =>
  file.sections.filter(section => section.conflict)

/** The numbers of conflicts and resolved conflicts of a file. */
export function progressOf(
  conflicts: ConflictsData,
  file: ConflictedFile,
  resolution: Resolution | undefined,
): { readonly all: number; readonly resolved: number } {
  const sections = conflictSections(file)
  const all = Math.max(1, sections.length)
  if (resolution === undefined) return { all, resolved: 0 }
  switch (resolution.by) {
    case 'side':
      return { all, resolved: all }
    case 'section':
      return { all, resolved: sections.filter(section => resolution.sections[section.id] !== undefined).length }
    case 'hand':
      return { all, resolved: isWritten(conflicts, file, resolution) ? all : 0 }
    default:
      return resolution satisfies never
  }
}

/** Whether the text has no markers, and is based on the current branches. */
const isWritten = (
  conflicts: ConflictsData,
  file: ConflictedFile,
  { content, of }: Extract<Resolution, { by: 'hand' }>,
): boolean => of === headsOf(conflicts) && !hasMarkers(conflicts, file, content)

/**
 * The markers name the branches; those of a text that was kept from an older page name the commits. Lines of the file itself
 * that look like one may stay.
 */
export const hasMarkers = (
  { sourceBranch, targetBranch, commitSha, targetSha }: ConflictsData,
  { ownMarkers }: Pick<ConflictedFile, 'ownMarkers'>,
  content: string,
): boolean =>
  content
    .split('\n')
    .filter(
      line =>
        [sourceBranch, commitSha].some(name => isMarker(line, /^<{7,} /, name)) ||
        [targetBranch, targetSha].some(name => isMarker(line, /^>{7,} /, name)),
    ).length > ownMarkers

// The name of the file follows the sign if the branches have different ones. The sign of renamed files is longer.
function isMarker(line: string, sign: RegExp, name: string): boolean {
  const rest = sign.test(line) ? line.replace(sign, '') : ''
  return rest.startsWith(name) && /^(:.*)?\r?$/.test(rest.slice(name.length))
}

/** The resolutions in the form of the API. */
export const sent = (conflicts: ConflictsData, resolutions: Resolutions) =>
  conflicts.files.map(({ newPath }) => {
    const resolution = resolutions[newPath]
    switch (resolution?.by) {
      case undefined:
        return { newPath }
      case 'side':
        return { newPath, choice: resolution.choice }
      case 'section':
        return { newPath, sections: resolution.sections }
      case 'hand':
        return { newPath, content: resolution.content }
      default:
        return resolution satisfies never
    }
  })
