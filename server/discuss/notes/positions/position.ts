import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import { type LinePoint, PositionInput } from '#contract/discuss/positions.ts'
import { Invalid, Malformed } from '#server/errors.ts'
import { columnsOf, object, objectb } from '#server/platform/sql/shape.ts'
import { compileInput } from '#server/platform/text/decode.ts'

const p = columnsOf('notePositions', 'p')

export interface StoredLinePoint {
  readonly line_code: string
  readonly type: 'new' | 'old' | null
  readonly old_line: number | null
  readonly new_line: number | null
}

/** A point of an image, in its pixels. */
export interface StoredPoint {
  readonly width: number
  readonly height: number
  readonly x: number
  readonly y: number
}

/** The place of a discussion in a diff, by the names of its columns, which are those of its JSON too. */
export type StoredPosition = {
  readonly base_sha: string
  readonly start_sha: string
  readonly head_sha: string
  readonly old_path: string
  readonly new_path: string
} & (
  | {
      readonly position_type: 'text'
      readonly old_line: number | null
      readonly new_line: number | null
      readonly line_range: { readonly start: StoredLinePoint; readonly end: StoredLinePoint } | null
    }
  | ({ readonly position_type: 'image' } & StoredPoint)
  | { readonly position_type: 'file' }
)

/** The position of a new thread. */
export interface NewPlace {
  readonly position: StoredPosition
  /** The commit whose own changes contain the position; null: the position names it. */
  readonly commitId: string | null
}

/**
 * The position of a new thread; null outside of a diff.
 *
 * @throws Invalid  a commit without a position in its changes, or a position without a value that its type needs
 */
export function readPlace(given: {
  readonly position?: PositionInput | undefined
  readonly commitId?: string | null | undefined
}): NewPlace | null {
  return placeOf(given.position === undefined ? null : readPosition(given.position), given.commitId)
}

/** The same of a request of a page. @throws Malformed  no position */
export function readPagePlace(given: { readonly position?: unknown; readonly commitId?: string | null | undefined }) {
  return placeOf(given.position ? readPagePosition(given.position) : null, given.commitId)
}

function placeOf(position: StoredPosition | null, commitId: string | null = null): NewPlace | null {
  if (position !== null) return { position, commitId: commitId || null }
  if (commitId) throw new Invalid({ commit_id: ['needs a position in the changes of that commit'] })
  return null
}

/** @throws Invalid  a value that its type needs is missing */
export function readPosition(given: PositionInput): StoredPosition {
  const { baseSha, startSha, headSha, positionType, oldPath, newPath } = given
  const diff = { base_sha: baseSha, start_sha: startSha, head_sha: headSha }
  const file = { ...diff, old_path: required(oldPath ?? newPath), new_path: required(newPath ?? oldPath) }
  switch (positionType) {
    case 'text': {
      const { oldLine = null, newLine = null, lineRange } = given
      required(oldLine ?? newLine)
      const range = lineRange && { start: linePoint(lineRange.start), end: linePoint(lineRange.end) }
      return { ...file, position_type: 'text', old_line: oldLine, new_line: newLine, line_range: range ?? null }
    }
    case 'image': {
      const { width, height, x, y } = given
      const point = { width: required(width), height: required(height), x: required(x), y: required(y) }
      return { ...file, position_type: 'image', ...point }
    }
    case 'file':
      return { ...file, position_type: 'file' }
    default:
      return positionType satisfies never
  }
}

/** @throws Invalid  the image has no size, or the point is beside it */
export function checkPoint({ width, height, x, y }: StoredPoint): void {
  if (width <= 0 || height <= 0 || x < 0 || y < 0 || x > width || y > height)
    throw new Invalid({ position: ['is outside of the image'] })
}

const linePoint = ({ lineCode, type = null, oldLine = null, newLine = null }: LinePoint): StoredLinePoint => ({
  line_code: lineCode,
  type,
  old_line: oldLine,
  new_line: newLine,
})

function required<Value>(value: Value | null | undefined): Value {
  if (value === undefined || value === null) throw new Invalid({ position: ['is incomplete'] })
  return value
}

const decode = compileInput(PositionInput)

/**
 * Read the position in a request of a page, which is an object or JSON text.
 *
 * @throws Malformed  no position
 * @throws Invalid  a value that its type needs is missing
 */
export function readPagePosition(given: unknown): StoredPosition {
  let raw = given
  if (typeof given === 'string') {
    try {
      raw = JSON.parse(given)
    } catch (cause) {
      throw new Malformed('position is invalid', { cause })
    }
  }
  if (typeof raw !== 'object' || raw === null) throw new Malformed('position is invalid')
  // The decoder made it from that schema, whatever the names in the object were.
  return readPosition(decode(raw as Readonly<Record<string, unknown>>) as Static<typeof PositionInput>)
}

const columns = sql`position_type, base_sha, start_sha, head_sha, old_path, new_path, old_line, new_line, line_range, width, height, x, y,
  file_hash, line_code, excerpt, carried, commit_id`

/**
 * Insert the positions of new notes or drafts.
 *
 * @param from  a select of `id`, `namespace_id` and `position`, the JSON of a `CheckedPosition` or null
 */
export const insertPositions = (
  holder: 'note_id' | 'draft_note_id',
  from: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`insert into note_positions (namespace_id, ${sql.ref(holder)}, ${columns})
  select f.namespace_id, f.id, ${columns} from (${from}) f cross join lateral json_to_record(f.position) as p(
    position_type text, base_sha text, start_sha text, head_sha text, old_path text, new_path text, old_line integer, new_line integer,
    line_range jsonb, width double precision, height double precision, x double precision, y double precision,
    file_hash text, line_code text, excerpt jsonb, carried jsonb, commit_id text)
  where f.position is not null`

/** Replaces the position that a draft has. Follows `insertPositions`. */
export const replacePosition: RawBuilder<unknown> = sql`on conflict (draft_note_id) do update set (${columns}) =
  (select ${columns} from (select excluded.*) e)`

/** The JSON of a row of `note_positions p`, as it was given: a `StoredPosition`. */
export const givenPositionJson: RawBuilder<unknown> = (() => {
  const file = { ...p.fields('baseSha', 'startSha', 'headSha', 'oldPath', 'newPath', 'positionType') }
  return sql`case p.position_type
    when 'text' then ${objectb({ ...file, ...p.fields('oldLine', 'newLine', 'lineRange') })}
    when 'image' then ${objectb({ ...file, ...p.fields('width', 'height', 'x', 'y') })}
    else ${objectb(file)} end`
})()

/** Whether the lines of a row of `note_positions p` are those of the newest version too. */
const isActive = sql`(coalesce(p.carried ->> 'state', 'untouched') in ('untouched', 'moved'))`

/** The position of `p` in the newest version; as it was given, where its lines are no longer in that. */
const positionJson = sql`case when p.carried is not null and ${isActive} then p.carried -> 'position' else ${givenPositionJson} end`

const ofDiscussion = (json: RawBuilder<unknown>, issuableId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select ${json} from notes holder join note_positions p on p.note_id = holder.id
    where holder.discussion_id = n.discussion_id and holder.issuable_id = ${issuableId})`

/** The position of the discussion of note `n`, which the first note of the discussion holds. */
export const positionOfDiscussion = (issuableId: RawBuilder<unknown> = sql`n.issuable_id`): RawBuilder<unknown> =>
  ofDiscussion(positionJson, issuableId)

/**
 * The former and current position of the discussion of note `n` in the code: members of its JSON. @source DISC-031,
 * rest.md 17.9
 */
export const codeOfDiscussion = (issuableId: RawBuilder<unknown>): RawBuilder<unknown> =>
  ofDiscussion(
    objectb({
      ...p.fields('commitId'),
      for_commit: sql`p.commit_id is not null`,
      position: positionJson,
      original_position: givenPositionJson,
      active: isActive,
      line_code: sql`case when p.carried is not null and ${isActive} then p.carried ->> 'line_code' else p.line_code end`,
      line_state: sql`coalesce(p.carried ->> 'state', 'untouched')`,
      original_version: sql`case when not ${isActive} and p.commit_id is null then (select max(v.number) from merge_request_versions v
        where v.merge_request_id = ${issuableId} and v.head_sha = p.head_sha and v.start_sha = p.start_sha) end`,
      current_position: sql`case when p.carried is null then ${givenPositionJson} else p.carried -> 'position' end`,
      code_change: sql`coalesce(p.carried ->> 'change', '')`,
      truncated_diff_lines: sql`coalesce(p.excerpt, '[]')`,
      diff_file: objectb({
        file_hash: sql`coalesce(p.carried ->> 'file_hash', p.file_hash)`,
        file_path: p('newPath'),
        ...p.fields('oldPath', 'newPath'),
      }),
    }),
    issuableId,
  )

/** The commit whose own changes the discussion of note `n` is in; null for those of a whole version. */
export const commitOfDiscussion: RawBuilder<unknown> = ofDiscussion(sql`p.commit_id`, sql`n.issuable_id`)

/** The former and current position of `draft_notes d` in the code. @source DISC-031 */
export const codeOfDraft: RawBuilder<unknown> = sql`case when d.type = 'DiffNote' then (
  select ${object({
    commitId: p('commitId'),
    position: positionJson,
    currentPosition: sql`case when p.carried is null then ${givenPositionJson} else p.carried -> 'position' end`,
    lineState: sql`coalesce(p.carried ->> 'state', 'untouched')`,
    lineCode: sql`case when p.carried is not null and ${isActive} then p.carried ->> 'line_code' else p.line_code end`,
    fileHash: sql`coalesce(p.carried ->> 'file_hash', p.file_hash)`,
  })}
  from note_positions p where p.draft_note_id = d.id) end`

/** The position of `draft_notes d` as it was given, from which it is published; null for a reply. */
export const positionOfDraft: RawBuilder<unknown> = sql`case when d.type = 'DiffNote'
  then (select ${givenPositionJson} from note_positions p where p.draft_note_id = d.id) end`
