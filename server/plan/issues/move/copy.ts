import { sql } from 'kysely'
import { plainNames } from '#contract/plan/attributes/plain-attributes.ts'
import { titleLimit } from '#contract/plan/issues/title-limit.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import type { TextNamespace } from '#server/discuss/references/reference-kind.ts'
import { emptyText } from '#server/discuss/references/render.ts'
import { rewriteReferences } from '#server/discuss/references/rewrite.ts'
import { copyUploads } from '#server/foundation/uploads/copy.ts'
import { copyContacts } from '#server/plan/contacts/copy.ts'
import { blank } from '#server/plan/issuables/all-attributes.ts'
import { descriptionLimit } from '#server/plan/issuables/attributes/description.ts'
import { lockValues, renderTexts, textNamespaceOf } from '#server/plan/issuables/changes/change.ts'
import { type CreatedIssuable, insertIssuable, takeNumber } from '#server/plan/issuables/changes/insert.ts'
import { normalize } from '#server/plan/issuables/changes/normalize.ts'
import type { Changes } from '#server/plan/issuables/define-attribute.ts'
import type { TextReferences } from '#server/plan/issuables/events.ts'
import type { IssuableRow } from '#server/plan/issuables/find.ts'
import type { AttributeName, AttributeValues } from '#server/plan/issuables/values.ts'
import type { TargetProject } from './target.ts'

/** An issue that the actor may move or clone. */
export type MovableIssue = Allowed<'issuable:move', IssuableRow>

/** An issue made of another one, so far without its discussion and event. */
export interface IssueCopy extends CreatedIssuable {
  readonly before: AttributeValues
  readonly values: AttributeValues
  readonly changed: readonly AttributeName[]
  readonly named: TextReferences
  /** Texts as they have to be written in the target. */
  readonly rewrite: (texts: readonly string[]) => Promise<readonly string[]>
}

/** The mentions and references of a copied text, empty because its original has sent the notifications. */
export const namesNothingNew = { mentioned: emptyText.mentioned, mentionedUsernames: [], issuableIds: [] }

interface CopyOptions {
  readonly author: { readonly id: number; readonly createdAt: string } | 'as it was'
  /** Looks at the issue once it is locked, before anything is written. */
  readonly check?: (locked: { readonly movedToId: number | null }) => void
}

/**
 * Insert an issue with the attributes of another one, as far as the target has them: labels and milestone by their titles,
 * iteration and epic where both projects share the group, and people who may read issues there. References and uploads in
 * the texts are written for the readers of the target.
 *
 * All refusals come before the first row is written, since a quick action goes on after a refusal.
 */
export async function copyIssue(
  ctx: Context,
  issue: MovableIssue,
  project: TargetProject,
  { author, check }: CopyOptions,
): Promise<IssueCopy> {
  // The counter before the issue: the order of `transact`.
  const iid = await takeNumber(ctx, project.id, 'issue')
  const before = await lockValues(ctx, issue)
  const { movedToId, authorId, createdAt } = await readRest(ctx, issue.id)
  check?.({ movedToId })
  const [from, to] = [textNamespaceOf(issue), project]
  const { title, description } = await rewriteOwnTexts(ctx, from, to, before)
  const { to: values, changed } = await normalize(
    ctx,
    { namespaceId: project.id, ancestorIds: project.ancestorIds, series: 'issue', type: before.type },
    blank,
    { ...wantedOf(before), title, description },
    { mayCreateLabels: false },
  )
  const { title: line, description: body, named } = await renderTexts(ctx, to, values)
  await lockCounts(ctx, [from.id, to.id])
  const created = await insertIssuable(ctx, project.id, 'issue', {
    values,
    iid,
    title_html: line.html,
    description_html: body.html,
    markdown_version: body.version,
    task_count: body.tasks.count,
    task_completed_count: body.tasks.completedCount,
    author_id: author === 'as it was' ? authorId : author.id,
    created_at: author === 'as it was' ? createdAt : author.createdAt,
  })
  await copyContacts(ctx, { fromId: issue.id, toId: created.id, project })
  return { ...created, before, values, changed, named, rewrite: texts => rewriteTexts(ctx, from, to, texts) }
}

/** The counts of both projects change when the issue leaves one and joins the other: in the order of `transact`. */
async function lockCounts(ctx: Context, projectIds: readonly number[]): Promise<void> {
  await sql`select 1 from projects where id = any (${[...projectIds]}::bigint[]) order by id for no key update`.execute(
    ctx.db,
  )
}

interface Rest {
  readonly movedToId: number | null
  readonly authorId: number
  readonly createdAt: string
}

async function readRest(ctx: Context, id: number): Promise<Rest> {
  const { rows } = await sql<Rest>`
    select moved_to_id, author_id, iso(created_at) as created_at from issuables where id = ${id}`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) throw new Error('an issue has gone while it was locked')
  return row
}

function wantedOf(before: AttributeValues): Changes {
  const plain = Object.fromEntries(plainNames.map(name => [name, before[name]]))
  return {
    ...plain,
    type: before.type,
    assignees: { replace: before.assignees.map(user => user.id) },
    labels: { replace: before.labels.map(label => label.title) },
    milestone: before.milestone?.title ?? null,
    iteration: before.iteration?.id ?? null,
    parent: before.parent?.id ?? null,
  }
}

/** Title and description as they have to be written in another place, with uploads of its own. */
export async function rewriteOwnTexts(
  ctx: Context,
  from: TextNamespace,
  to: TextNamespace,
  { title, description }: Pick<AttributeValues, 'title' | 'description'>,
) {
  if (from.id === to.id) return { title, description }
  const [line = title, body = ''] = await rewriteReferences(ctx, from, to, [
    { text: title, line: true },
    { text: description ?? '' },
  ])
  // A text that got too long by its longer references stays as it was.
  const fits = Buffer.byteLength(body) <= descriptionLimit
  const text = fits ? body : (description ?? '')
  const withUploads = await copyUploads(ctx, from, to, [text])
  return {
    title: [...line].length <= titleLimit ? line : title,
    description: description === null ? null : withUploads(text),
  }
}

/** The same of the texts of notes. */
export async function rewriteTexts(
  ctx: Context,
  from: TextNamespace,
  to: TextNamespace,
  texts: readonly string[],
): Promise<readonly string[]> {
  if (from.id === to.id) return texts
  const rewritten = await rewriteReferences(
    ctx,
    from,
    to,
    texts.map(text => ({ text })),
  )
  return rewritten.map(await copyUploads(ctx, from, to, rewritten))
}
