import { lineCode } from '#contract/code/diffs/diff-lines.ts'
import type { LineState } from '#contract/discuss/positions.ts'
import type { StoredPosition } from '#server/discuss/notes/positions/position.ts'
import type { CarriedPosition } from '#server/discuss/notes/positions/position-check.ts'
import type { Oid } from '#server/platform/git/objects.ts'
import { type CarriedLine, carryLine } from '../diffs/carry-line.ts'
import { fileHash } from '../diffs/diff-source.ts'
import { type DiffPlace, type FileDiff, fileDiffs, hunksAround, placeAt, pointAt } from './file-diff.ts'

/** The commits of a version of a diff. */
export interface DiffVersion {
  readonly baseSha: Oid
  readonly startSha: Oid
  readonly headSha: Oid
}

/** Lines of a thread that are carried one by one; of a longer one, only the last ones. */
const maxRange = 500

/**
 * Carry positions from the diffs that they were given for to another version: each by the difference between its own commit and
 * the new one, so that a line which comes back is itself again. One comparison for each commit, and one for the new diff.
 *
 * @returns where each stands, in their order
 * @source product-rules.md 9
 */
export async function carryPositions(
  dir: string,
  version: DiffVersion,
  positions: readonly StoredPosition[],
): Promise<readonly CarriedPosition[]> {
  const steps = new Map<string, { readonly from: Oid; readonly to: Oid; readonly paths: Set<string> }>()
  const stepOf = (position: StoredPosition) => {
    const isOld = isOldSide(position)
    const [from, to] = isOld ? [position.base_sha, version.baseSha] : [position.head_sha, version.headSha]
    return { key: `${from} ${to}`, from, to, path: isOld ? position.old_path : position.new_path }
  }
  for (const position of positions) {
    const { key, from, to, path } = stepOf(position)
    const step = steps.get(key) ?? { from, to, paths: new Set<string>() }
    step.paths.add(path)
    steps.set(key, step)
  }
  const changed = new Map<string, ReadonlyMap<string, FileDiff>>()
  for (const [key, { from, to, paths }] of steps) changed.set(key, await fileDiffs({ dir, from, to }, 'old', paths))
  const own = positions.map(position => {
    const { key, path } = stepOf(position)
    return changed.get(key)?.get(path) ?? null
  })
  const pathsOn = (side: boolean) =>
    new Set(
      positions.flatMap((position, index) =>
        isOldSide(position) === side ? [own[index]?.newPath ?? stepOf(position).path] : [],
      ),
    )
  const pair = { dir, from: version.baseSha, to: version.headSha }
  const [byOld, byNew] = [await fileDiffs(pair, 'old', pathsOn(true)), await fileDiffs(pair, 'new', pathsOn(false))]
  return positions.map((position, index) => {
    const step = own[index] ?? null
    const path = step?.newPath ?? stepOf(position).path
    return carryOne(position, version, step, (isOldSide(position) ? byOld : byNew).get(path) ?? unchanged(path))
  })
}

/** A removed line is carried in the base, all others in the head. */
const isOldSide = (position: StoredPosition): boolean => position.position_type === 'text' && position.new_line === null

const unchanged = (path: string): FileDiff => ({
  oldPath: path,
  newPath: path,
  oldId: null,
  newId: '',
  hunks: [],
  changes: [],
  isOpaque: false,
})

/**
 * @param step  the change of its file since; null: none
 * @param diff  of its file, in the new version
 */
function carryOne(
  position: StoredPosition,
  version: DiffVersion,
  step: FileDiff | null,
  diff: FileDiff,
): CarriedPosition {
  if (step !== null && step.newId === null)
    return { state: 'file_gone', position: null, line_code: null, file_hash: null, change: '' }
  const hash = fileHash(diff.newId === null ? diff.oldPath : diff.newPath)
  const refs = {
    base_sha: version.baseSha,
    start_sha: version.startSha,
    head_sha: version.headSha,
    old_path: diff.oldPath,
    new_path: diff.newPath,
  }
  const isRenamed = step !== null && step.oldPath !== step.newPath
  const inFile = (state: LineState, change = ''): CarriedPosition => ({
    state,
    position: { ...refs, position_type: 'file' },
    line_code: null,
    file_hash: hash,
    change,
  })
  if (position.position_type !== 'text') {
    const isChanged = position.position_type === 'image' && step !== null && step.oldId !== step.newId
    return {
      state: isChanged ? 'edited' : isRenamed ? 'moved' : 'untouched',
      position: { ...position, ...refs },
      line_code: null,
      file_hash: hash,
      change: '',
    }
  }
  if (step?.isOpaque || diff.isOpaque) return inFile('edited')
  const isOld = isOldSide(position)
  const [first, last] = linesOf(position, isOld)
  const carried: CarriedLine[] = []
  for (let line = Math.max(first, last - maxRange); line <= last; line++)
    carried.push(carryLine(line, step?.changes ?? []))
  const change = step === null ? '' : hunksAround(step, first, last)
  const left = carried.filter(line => line.state !== 'deleted')
  const [top, bottom] = [left[0], left.at(-1)]
  if (top === undefined || bottom === undefined) return inFile('deleted', change)
  const side = isOld ? 'old' : 'new'
  const place = placeAt(diff, side, bottom.line)
  // A removed line that is back is no longer the line of the comment.
  const isRestored = isOld && place.kind !== 'removed'
  const isEdited = isRestored || carried.some(line => line.state === 'edited' || line.state === 'deleted')
  const isMoved = isRenamed || carried.some(line => line.state === 'moved')
  const range =
    position.line_range === null
      ? null
      : { start: pointAt(hash, placeAt(diff, side, top.line)), end: pointAt(hash, place) }
  return {
    state: isEdited ? 'edited' : isMoved ? 'moved' : 'untouched',
    position: { ...refs, position_type: 'text', ...numbersOf(place), line_range: range },
    line_code: lineCode(hash, place),
    file_hash: hash,
    change: isEdited ? change : '',
  }
}

/** The first and last commented line on the side that is carried. */
function linesOf(
  { old_line, new_line, line_range }: Extract<StoredPosition, { position_type: 'text' }>,
  isOld: boolean,
) {
  const last = (isOld ? old_line : new_line) ?? 1
  const [, old, now] = line_range?.start.line_code.split('_') ?? []
  const first = Number(isOld ? old : now)
  return [first >= 1 && first <= last ? first : last, last] as const
}

const numbersOf = ({ kind, oldPos, newPos }: DiffPlace) => ({
  old_line: kind === 'added' ? null : oldPos,
  new_line: kind === 'removed' ? null : newPos,
})
