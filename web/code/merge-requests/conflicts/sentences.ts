import type { ConflictedFile, ConflictsData, Side } from './resolutions.ts'

export const branchOf = ({ sourceBranch, targetBranch }: ConflictsData, side: Side): string =>
  side === 'head' ? sourceBranch : targetBranch

/** The conflicts of a file that its lines do not show, each with the ways to resolve it. */
export function sentencesAbout(conflicts: ConflictsData, file: ConflictedFile): readonly string[] {
  const reason = file.reason === null ? [] : [reasonOf(conflicts, file, file.reason)]
  return [...reason, ...file.remarks.map(remark => remarks[remark](conflicts, file))]
}

const remarks = {
  mode: (conflicts: ConflictsData, file: ConflictedFile) =>
    `${executableOn(conflicts, file)} It will ${file.executable ? '' : 'not '}be executable unless you choose the other version.`,
  'line-ends': () => 'The line endings differ: one branch has CRLF where the other has LF.',
} as const

const executableOn = (conflicts: ConflictsData, { head }: ConflictedFile): string =>
  `The file is executable only on ${branchOf(conflicts, head === 'executable' ? 'head' : 'origin')}.`

function reasonOf(
  conflicts: ConflictsData,
  file: ConflictedFile,
  reason: NonNullable<ConflictedFile['reason']>,
): string {
  const { sourceBranch: source, targetBranch: target } = conflicts
  // The branch that has the file, if only one has it, and the other branch.
  const [owner, other] = file.head === 'nothing' ? [target, source] : [source, target]
  const [old, second] = file.relatedPaths
  switch (reason) {
    case 'binary':
      return 'The file cannot be merged as text. Choose one of the two versions.'
    case 'large':
      return 'The file is too large to show here. Choose one of the two versions.'
    case 'unclear':
      return 'The conflicts overlap and cannot be listed separately. Edit the file manually, or choose one version.'
    case 'mode':
      return `${executableOn(conflicts, file)} Choose one of the two versions.`
    case 'types':
    case 'link':
      return `${source} has ${kindOf(file, 'head')} here, and ${target} has ${kindOf(file, 'origin')}. Choose one of them.`
    case 'submodule':
      return `The submodule is at ${file.headDetail} on ${source} and at ${file.originDetail} on ${target}. Choose one of the commits. To keep the changes of both, merge them in the repository of the submodule first.`
    case 'folder':
      return `${source} has ${kindOf(file, 'head')} here, and ${target} has ${kindOf(file, 'origin')}. If you choose the ${file.head === 'folder' ? nounOf(file.origin) : nounOf(file.head)}, the folder is deleted. To keep both, rename one of them locally and push.`
    case 'deleted':
      return `${owner} changed the ${nounOf(file.head === 'nothing' ? file.origin : file.head)} and ${other} deleted it.`
    case 'rename-delete':
      return `${owner} renamed the file from ${old} and ${other} deleted it.`
    case 'rename-rename':
      return `${owner} renamed ${old} to ${file.newPath}, and ${other} renamed it to ${second}. Keep one of the two files, or both.`
    case 'location':
      return `${owner} added ${old} to a folder that ${other} has renamed. Keep it as ${file.newPath}, or delete it.`
    case 'renamed':
      return 'The branches renamed or moved files differently. Keep this one or delete it.'
    default:
      return reason satisfies never
  }
}

type Kind = ConflictedFile['head']

const nouns = {
  file: 'file',
  executable: 'file',
  link: 'symbolic link',
  submodule: 'submodule',
  folder: 'folder',
  nothing: 'nothing',
} as const satisfies Record<Kind, string>

const nounOf = (kind: Kind): string => nouns[kind]

function kindOf(file: ConflictedFile, side: Side): string {
  const kind = file[side]
  const detail = side === 'head' ? file.headDetail : file.originDetail
  if (kind === 'link') return `a symbolic link to ${detail}`
  return kind === 'submodule' ? `a submodule at ${detail}` : `a ${nounOf(kind)}`
}

/** The choice of a side for the whole file. */
export function sideLabel(conflicts: ConflictsData, file: ConflictedFile, side: Side): string {
  const branch = branchOf(conflicts, side)
  if (file[side] === 'nothing') return `Delete, as on ${branch}`
  if (file[side === 'head' ? 'origin' : 'head'] === 'nothing') return `Keep, as on ${branch}`
  if (file.reason === 'mode') return `${file[side] === 'executable' ? 'Executable' : 'Not executable'}, as on ${branch}`
  return `Use the ${nounOf(file[side])} from ${branch}`
}
