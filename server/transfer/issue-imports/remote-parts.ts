import { sql } from 'kysely'
import { load, loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { noteableById } from '#server/discuss/noteables/noteable.ts'
import { importNotes } from '#server/discuss/notes/import-notes.ts'
import { keepStored } from '#server/foundation/uploads/keep.ts'
import { presentUpload } from '#server/foundation/uploads/present.ts'
import { changeIssuable } from '#server/plan/issuables/changes/change.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { linkIssues } from '#server/plan/links/link.ts'
import { withAttachments } from './attachment-marks.ts'
import { countAttachments, type FetchedAttachments } from './attachments.ts'
import type { ImportedIssue, RemoteParts } from './imported-issue.ts'

/** Make uploads of fetched attachments. @returns the issue, whose texts show them */
export async function keepAttachments(
  ctx: Context,
  projectId: number,
  importId: number,
  issue: ImportedIssue,
  { files }: FetchedAttachments,
): Promise<ImportedIssue> {
  const uploads = await keepStored(ctx, { namespaceId: projectId, purpose: 'attachment' }, [...files.values()])
  await countAttachments(ctx, importId, files)
  const shown = new Map(
    [...files.keys()].map((index, at) => {
      const upload = uploads[at]
      return [index, upload && presentUpload(upload, { id: projectId, kind: 'project' }).markdown]
    }),
  )
  return withAttachments(issue, index => shown.get(index) ?? null)
}

/** An issue as a task of the one that it is part of, where that is there already. */
export async function withParent(ctx: Context, importId: number, issue: ImportedIssue): Promise<ImportedIssue> {
  const parentKey = issue.remote?.parentKey ?? null
  if (parentKey === null) return issue
  const parent = (await issuesByKey(ctx, importId, [parentKey])).get(parentKey)
  return parent === undefined ? issue : { ...issue, changes: { ...issue.changes, parent } }
}

/** Add comments, tasks that were created earlier, and the links to issues that are there already: the later end of a link makes it. */
export async function addRemoteParts(
  ctx: Context,
  importId: number,
  issueId: number,
  { key, comments, links }: RemoteParts,
): Promise<void> {
  await importNotes(ctx, await load(ctx, 'issuable:comment', noteableById, issueId), comments)
  await takeTasks(ctx, importId, issueId, key)
  const others = links.filter(link => link.key !== key)
  if (others.length === 0) return
  const ids = await issuesByKey(
    ctx,
    importId,
    others.map(link => link.key),
  )
  const issue = await load(ctx, 'issuable:link', issueById, { issueId })
  for (const { type, key: otherKey } of others) {
    const otherId = ids.get(otherKey)
    const other =
      otherId === undefined ? null : await loadIfAllowed(ctx, 'issuable:link', issueById, { issueId: otherId })
    if (other !== null) await linkIssues(ctx, issue, [other], type, { isImported: true })
  }
}

/** The issues that an import has created, by their keys in the other tracker. */
async function issuesByKey(
  ctx: Context,
  importId: number,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ key: string; issueId: number }>`
    select content ->> 'key' as key, issue_id from issue_import_rows
    where import_id = ${importId} and issue_id is not null and content ->> 'key' = any (${[...keys]}::text[])`.execute(
    ctx.db,
  )
  return new Map(rows.map(row => [row.key, row.issueId]))
}

async function takeTasks(ctx: Context, importId: number, issueId: number, key: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select r.issue_id as id from issue_import_rows r join issuables i on i.id = r.issue_id and i.parent_id is null
    where r.import_id = ${importId} and r.issue_id <> ${issueId} and r.content ->> 'parentKey' = ${key}
    order by r.number`.execute(ctx.db)
  for (const { id } of rows) {
    const task = await loadIfAllowed(ctx, 'issuable:update', issueById, { issueId: id })
    if (task !== null) await changeIssuable(ctx, task, { parent: issueId })
  }
}
