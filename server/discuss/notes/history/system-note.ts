import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { issuableKindOf, issuableKinds, kindWord, pagePath, referenceOf } from '#contract/issuable-kinds.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import type { TextNamespace } from '#server/discuss/references/reference-kind.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'
import { renderText } from '#server/discuss/references/render.ts'
import { markdownVersion, type Parsed, renderParsed } from '#server/platform/markdown/markdown.ts'
import { outerMarker } from '#server/platform/markdown/markers.ts'
import type { ReferenceMatch } from '#server/platform/markdown/references.ts'
import { batch } from '#server/platform/sql/concurrently.ts'
import { object } from '#server/platform/sql/shape.ts'

export interface SystemNote {
  readonly action: string
  readonly text: string
  /**
   * The facts that are not in the text: ids for the API, `sourceId` if the note is about another issuable,
   * `commitProjectId` of a commit's project.
   */
  readonly details?: Readonly<Record<string, unknown>>
  readonly descriptionVersionId?: number
  /** The thread to which the note is appended; without it, the note is a thread of its own. */
  readonly discussionId?: string
  /** Shown to planners and above only. */
  readonly internal?: boolean
}

/** 40 hex digits. */
export const makeDiscussionId = (): string => randomBytes(20).toString('hex')

/**
 * Write system notes in the actor's name, in one statement. Without a signed-in actor there is no author, and none are
 * written.
 */
export async function writeSystemNotes(
  ctx: Context,
  issuableId: number,
  namespace: TextNamespace,
  notes: readonly SystemNote[],
): Promise<void> {
  if (notes.length > 0) await writeNotes(ctx, { issuableId, namespace, notes })
}

interface NotesOfOne {
  readonly issuableId: number
  readonly namespace: TextNamespace
  readonly notes: readonly SystemNote[]
}

/** Notes on many issuables are written by one statement. */
const writeNotes = batch(async (ctx: Context, all: readonly NotesOfOne[]): Promise<readonly undefined[]> => {
  const none = all.map(() => undefined)
  if (ctx.actor.kind === 'anonymous') return none
  const htmlOf = new Map<string, string>()
  const rows = []
  for (const { issuableId, namespace, notes } of all) {
    for (const { action, text, details, descriptionVersionId, discussionId, internal } of notes) {
      // Many issuables that change alike say the same.
      const key = `${namespace.id} ${text}`
      const html = htmlOf.get(key) ?? (await renderText(ctx, namespace, text)).html
      htmlOf.set(key, html)
      rows.push({
        issuable_id: issuableId,
        namespace_id: namespace.id,
        discussion_id: discussionId ?? makeDiscussionId(),
        internal: internal ?? false,
        action,
        body: text,
        html,
        details: details ?? null,
        version: descriptionVersionId ?? null,
      })
    }
  }
  await sql`
    with given as (select row_number() over () as place, g.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g(issuable_id bigint, namespace_id bigint, discussion_id text, internal boolean, action text, body text, html text, details jsonb, version bigint)),
    written as (insert into notes (namespace_id, issuable_id, discussion_id, author_id, body, body_html, markdown_version, system,
        internal, system_action, system_details, created_at, updated_at)
      select namespace_id, issuable_id, discussion_id, ${ctx.actor.id}, body, html, ${markdownVersion}, true, internal, action, nullif(details, 'null'),
        ${ctx.now}::timestamptz, ${ctx.now}::timestamptz from given order by given.place
      returning id, discussion_id)
    update description_versions v set note_id = written.id from written join given using (discussion_id) where v.id = given.version`.execute(
    ctx.db,
  )
  return none
})

/**
 * Write one system note on many issuables in the actor's name, in one statement. It is rendered once.
 *
 * @param namespace  the place in which its references are looked up
 */
export async function writeSameNote(
  ctx: Context,
  issuables: readonly { readonly issuableId: number; readonly namespaceId: number }[],
  namespace: TextNamespace,
  { action, text, details }: Pick<SystemNote, 'action' | 'text' | 'details'>,
): Promise<void> {
  if (issuables.length === 0 || ctx.actor.kind === 'anonymous') return
  const { html } = await renderText(ctx, namespace, text)
  const rows = issuables.map(({ issuableId, namespaceId }) => ({
    issuable_id: issuableId,
    namespace_id: namespaceId,
    discussion_id: makeDiscussionId(),
  }))
  await sql`
    insert into notes (namespace_id, issuable_id, discussion_id, author_id, body, body_html, markdown_version, system, internal,
      system_action, system_details, created_at, updated_at)
    select g.namespace_id, g.issuable_id, g.discussion_id, ${ctx.actor.id}, ${text}, ${html}, ${markdownVersion}, true, false,
      ${action}, ${JSON.stringify(details ?? {})}::jsonb, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(issuable_id bigint, namespace_id bigint, discussion_id text)`.execute(
    ctx.db,
  )
}

/**
 * Tell other issuables that this one mentions them: once for each, as long as the actor may know of them.
 *
 * Each such note is shown only to those who may know of the source. A mention in an internal note is written within its
 * own project only, as an internal note.
 */
export async function writeCrossReferences(
  ctx: Context,
  source: { readonly issuableId: number; readonly internal: boolean },
  targetIds: readonly number[],
): Promise<void> {
  if (targetIds.length === 0 || ctx.actor.kind === 'anonymous') return
  const { rows } = await sql<NoteTarget>`
    select t.id, t.namespace_id, tn.full_path as target_path, s.iid, s.title, s.type, s.namespace_id as source_namespace_id, sn.full_path as source_path
    from issuables s join namespaces sn on sn.id = s.namespace_id, issuables t join namespaces tn on tn.id = t.namespace_id
    where s.id = ${source.issuableId} and t.id = any (${[...targetIds]}::bigint[]) and t.id <> s.id and ${visibleIssuables(ctx.actor, 't')}
      ${source.internal ? sql`and t.namespace_id = s.namespace_id` : sql``}
      and not exists (select 1 from notes n where n.issuable_id = t.id and n.system_action = 'cross_reference'
        and n.system_details->>'sourceId' = s.id::text and (n.internal = ${source.internal} or not n.internal))
    order by t.id limit 100`.execute(ctx.db)
  await insertAbout(
    ctx,
    rows.map(row => ({
      ...row,
      words: `mentioned in ${kindWord(row.type)}`,
      action: 'cross_reference',
      sourceId: source.issuableId,
    })),
    source.internal,
  )
}

/** A system note on one issuable about another; `words` come before its reference. */
export interface NoteAbout {
  readonly issuableId: number
  readonly otherId: number
  readonly action: string
  readonly words: string
}

/** Write system notes about other issuables. Each is shown only to those who may know of the other. */
export async function writeNotesAbout(ctx: Context, notes: readonly NoteAbout[]): Promise<void> {
  if (notes.length > 0) await writeAllAbout(ctx, notes)
}

const writeAllAbout = batch(
  async (ctx: Context, all: readonly (readonly NoteAbout[])[]): Promise<readonly undefined[]> => {
    const none = all.map(() => undefined)
    if (ctx.actor.kind === 'anonymous') return none
    const { rows } = await sql<About>`
    select t.id, t.namespace_id, tn.full_path as target_path, s.iid, s.title, s.type, s.namespace_id as source_namespace_id,
      sn.full_path as source_path, g."action", g.words, s.id as source_id
    from rows from (jsonb_to_recordset(${JSON.stringify(all.flat())}::jsonb) as ("issuableId" bigint, "otherId" bigint, "action" text, words text))
        with ordinality as g("issuableId", "otherId", "action", words, place)
      join issuables t on t.id = g."issuableId" join namespaces tn on tn.id = t.namespace_id
      join issuables s on s.id = g."otherId" join namespaces sn on sn.id = s.namespace_id
    order by g.place`.execute(ctx.db)
    await insertAbout(ctx, rows, false)
    return none
  },
)

type About = NoteTarget & Pick<NoteAbout, 'action' | 'words'> & { readonly sourceId: number }

async function insertAbout(ctx: Context, rows: readonly About[], internal: boolean): Promise<void> {
  if (rows.length === 0 || ctx.actor.kind === 'anonymous') return
  const notes = rows.map(row => ({
    issuable_id: row.id,
    namespace_id: row.namespaceId,
    discussion_id: makeDiscussionId(),
    source_id: row.sourceId,
    action: row.action,
    ...mention(ctx, row),
  }))
  await sql`
    insert into notes (namespace_id, issuable_id, discussion_id, author_id, body, body_html, markdown_version, system, internal,
      system_action, system_details, created_at, updated_at)
    select g.namespace_id, g.issuable_id, g.discussion_id, ${ctx.actor.id}, g.body, g.html, ${markdownVersion}, true, ${internal},
      g.action, ${object({ sourceId: sql`g.source_id` })}, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb)
      as g(issuable_id bigint, namespace_id bigint, discussion_id text, source_id bigint, action text, body text, html text)`.execute(
    ctx.db,
  )
}

interface NoteTarget {
  readonly id: number
  readonly namespaceId: number
  readonly targetPath: string
  readonly iid: number
  readonly title: string
  readonly type: string
  readonly sourceNamespaceId: number
  readonly sourcePath: string
}

function mention(ctx: Context, row: About): { body: string; html: string } {
  const isNear = row.namespaceId === row.sourceNamespaceId
  const { series } = issuableKinds[issuableKindOf(row.type)]
  const original = `${isNear ? '' : row.sourcePath}${referenceOf(row.type, row.iid)}`
  const reference: ReferenceMatch = {
    kind: series,
    original,
    path: isNear ? null : row.sourcePath,
    target: String(row.iid),
    suffix: '',
    fragment: null,
    form: 'text',
  }
  const parsed: Parsed = {
    template: `<p>${row.words} ${outerMarker('r', 0)}</p>`,
    references: [reference],
    mentions: [],
    taskItems: [],
    headings: [],
    uploads: [],
    slots: [{ reference, plain: original }],
  }
  const html = renderParsed(parsed, () => ({
    href: `${siteBase(ctx)}${pagePath(row.type, row.sourcePath, row.iid)}`,
    text: original,
    title: row.title,
    classes: '',
    data: {
      referenceId: row.sourceId,
      [series]: row.sourceId,
      iid: row.iid,
      project: row.sourceNamespaceId,
      projectPath: row.sourcePath,
    },
  }))
  return { body: `${row.words} ${original}`, html }
}
