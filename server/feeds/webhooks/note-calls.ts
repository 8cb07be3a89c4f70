import { sql } from 'kysely'
import { repositoryOf } from '#server/code/repository/open.ts'
import type { Context } from '#server/context.ts'
import { codeOfDiscussion } from '#server/discuss/notes/positions/position.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import type { LoggedEvent } from './as-of.ts'
import type { HookCall } from './calls.ts'
import { toldIssue } from './issue-calls.ts'
import { toldMergeRequest } from './merge-request-calls.ts'
import { type HookSurroundings, toldCommit, userOf } from './surroundings.ts'

const n = columnsOf('notes', 'n')

/** The position of a comment in a diff. */
interface CodeOfNote {
  readonly line_code: string | null
  readonly position: unknown
  readonly original_position: unknown
}

/** The noteable of a comment in payloads. */
interface ToldNoteable {
  readonly type: 'Issue' | 'MergeRequest' | 'Commit'
  /** The member of the payload that holds it. */
  readonly member: 'issue' | 'merge_request' | 'commit'
  readonly isConfidential: boolean
  readonly url: unknown
  readonly commitId?: string
  readonly attributes: Readonly<Record<string, unknown>>
}

/** Null for a kind of which webhooks are not told. */
export async function noteableOf(
  ctx: Context,
  place: HookSurroundings,
  { type, issuableId }: { readonly type: string; readonly issuableId: number },
  event: LoggedEvent | undefined,
): Promise<ToldNoteable | null> {
  if (type === 'merge_request') {
    const told = await toldMergeRequest(ctx, place, issuableId, event)
    if (told === null) return null
    const { attributes } = told
    return { type: 'MergeRequest', member: 'merge_request', isConfidential: false, url: attributes.url, attributes }
  }
  if (type === 'commit') return commentedCommit(ctx, place, issuableId)
  if (!['issue', 'incident', 'task'].includes(type)) return null
  const told = await toldIssue(ctx, place, issuableId, event)
  if (told === null) return null
  const { attributes, confidential } = told
  return { type: 'Issue', member: 'issue', isConfidential: confidential, url: attributes.url, attributes }
}

/** Null when the repository has lost it. */
async function commentedCommit(
  ctx: Context,
  place: HookSurroundings,
  issuableId: number,
): Promise<ToldNoteable | null> {
  const { rows } = await sql<{ sha: string }>`select sha from discussed_commits where id = ${issuableId}`.execute(
    ctx.db,
  )
  const sha = rows[0]?.sha
  const dir = await repositoryOf(ctx, { id: place.projectId })
  const [commit] = dir === null || sha === undefined ? [] : await readCommits(dir, [sha])
  if (commit == null) return null
  const attributes = toldCommit(place, commit)
  return {
    type: 'Commit',
    member: 'commit',
    isConfidential: false,
    url: attributes.url,
    attributes,
    commitId: commit.id,
  }
}

/** The text of `notes n` when an event happened. */
const bodyAt = (event: LoggedEvent | undefined) =>
  event === undefined
    ? sql`n.body`
    : sql`coalesce((select f.body from former_note_texts f where f.note_id = n.id and f.until_event_id >= ${event.id}
        order by f.until_event_id limit 1), n.body)`

interface ToldNote {
  readonly attributes: Readonly<Record<string, unknown>>
  readonly about: ToldNoteable
  /** Internal, or on something confidential. */
  readonly isHidden: boolean
}

/** A comment in payloads; null when it was deleted. @param event  the comment as it was then */
export async function toldNote(
  ctx: Context,
  place: HookSurroundings,
  noteId: number,
  event?: LoggedEvent,
): Promise<ToldNote | null> {
  const { rows } = await sql<{
    issuableId: number
    internal: boolean
    system: boolean
    type: string
    told: Record<string, unknown>
    code: CodeOfNote | null
  }>`
    select n.issuable_id, n.internal, n.system,
      ${object({
        ...n.fields('id'),
        note: bodyAt(event),
        ...n.fields('authorId'),
        ...n.moments('createdAt'),
        updated_at: event === undefined ? sql`iso(n.updated_at)` : sql.lit(event.createdAt),
        project_id: n('namespaceId'),
        noteable_id: n('issuableId'),
        ...n.fields('internal', 'system', 'type', 'discussionId'),
        ...n.moments('resolvedAt'),
        ...n.fields('resolvedById'),
      })} as told, i.type,
      case when n.type = 'DiffNote' then ${codeOfDiscussion(sql`n.issuable_id`)} end as code
    from notes n join issuables i on i.id = n.issuable_id where n.id = ${noteId}`.execute(ctx.db)
  const note = rows[0]
  const about = note === undefined || note.system ? null : await noteableOf(ctx, place, note, event)
  if (note === undefined || about === null) return null
  return {
    about,
    isHidden: note.internal || about.isConfidential,
    attributes: {
      ...note.told,
      noteable_type: about.type,
      description: note.told.note,
      attachment: null,
      commit_id: about.commitId ?? null,
      line_code: note.code?.line_code ?? null,
      position: note.code?.position ?? null,
      original_position: note.code?.original_position ?? null,
      change_position: null,
      st_diff: null,
      updated_by_id: null,
      url: `${about.url}#note_${noteId}`,
    },
  }
}

export async function noteCall(
  ctx: Context,
  place: HookSurroundings,
  noteId: number,
  action: 'create' | 'update',
  event?: LoggedEvent,
): Promise<HookCall | null> {
  const note = await toldNote(ctx, place, noteId, event)
  if (note === null) return null
  const { about, isHidden } = note
  return {
    trigger: isHidden ? 'confidential_note_events' : 'note_events',
    header: isHidden ? 'Confidential Note Hook' : 'Note Hook',
    payload: {
      object_kind: 'note',
      event_type: isHidden ? 'confidential_note' : 'note',
      user: await userOf(ctx),
      project_id: place.projectId,
      project: place.project,
      object_attributes: { ...note.attributes, action },
      repository: place.repository,
      [about.member]: about.attributes,
    },
  }
}
