import { sql } from 'kysely'
import { commitIid, shaPrefixLength, shaPrefixOf } from '#contract/issuable-kinds.ts'
import { type Allowed, loadIfAllowed } from '#server/access/load.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { findNoteable, type NoteableRow } from '#server/discuss/noteables/noteable.ts'
import type { UnstoredNoteables } from '#server/discuss/noteables/unstored.ts'
import { Conflict, NotFound } from '#server/errors.ts'
import { type ProjectRow, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { isOid, type Oid } from '#server/platform/git/objects.ts'
import { commitWithPrefix } from '#server/platform/git/refs/refs.ts'
import { updateRefs } from '#server/platform/git/writing/update-refs.ts'
import { factsOfCommit } from '../repository/commits/discussed.ts'
import { lookUpRef, repositoryOf } from '../repository/open.ts'
import { messages } from './messages.ts'

/** Commits as noteables: each gets its row with its first comment. */
export const commitNoteables: UnstoredNoteables = { series: 'commit', find: findCommit, store: storeCommit }

async function findCommit(ctx: Context, namespace: number | string, key: number | string) {
  const project = await loadIfAllowed(ctx, 'project:read-code', projectByRef, { id: namespace })
  if (project === null) return null
  // A commit with comments is found without git: its comments outlive a repository that has lost the commit.
  const known = typeof key === 'number' ? shaPrefixOf(key) : isOid(key) ? key : null
  const stored = known === null ? null : await storedId(ctx, project.id, known)
  if (stored !== null) return findNoteable(ctx, sql`i.id = ${stored}`)
  const dir = await repositoryOf(ctx, project)
  const sha = dir === null ? null : await shaOf(dir, project, key)
  if (dir === null || sha === null) return null
  const id = sha === known ? null : await storedId(ctx, project.id, sha)
  if (id !== null) return findNoteable(ctx, sql`i.id = ${id}`)
  const [commit] = await readCommits(dir, [sha])
  return commit == null ? null : { row: rowOf(project, sha, commit.title), facts: factsOfCommit(project.facts) }
}

/** @param sha  whole, or its first `shaPrefixLength` digits */
async function storedId(ctx: Context, projectId: number, sha: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select i.id from issuables i join discussed_commits c on c.id = i.id
    where i.namespace_id = ${projectId} and i.series = 'commit' and i.iid = ${commitIid(sha)}
      and left(c.sha, ${sha.length}::integer) = ${sha}`.execute(ctx.db)
  return rows[0]?.id ?? null
}

async function shaOf(dir: string, project: ProjectRow, key: number | string): Promise<Oid | null> {
  if (typeof key === 'string') return (await lookUpRef(dir, project, key))?.commitId ?? null
  const prefix = shaPrefixOf(key)
  return prefix.length === shaPrefixLength ? commitWithPrefix(dir, prefix) : null
}

const rowOf = (project: Allowed<'project:read-code', ProjectRow>, sha: Oid, title: string): NoteableRow => ({
  id: 0,
  iid: commitIid(sha),
  type: 'commit',
  state: 'opened',
  title,
  authorId: 0,
  notesCount: 0,
  namespaceId: project.id,
  namespacePath: project.fullPath,
  namespaceName: project.name,
  ancestorIds: project.ancestorIds,
})

/** @throws NotFound  it was deleted meanwhile · @throws Conflict  another commit whose SHA begins alike has comments */
async function storeCommit(ctx: Context, { namespaceId, iid }: NoteableRow): Promise<number> {
  const dir = await repositoryOf(ctx, { id: namespaceId })
  const sha = dir === null ? null : await commitWithPrefix(dir, shaPrefixOf(iid))
  const [commit] = dir === null || sha === null ? [] : await readCommits(dir, [sha])
  if (dir === null || sha === null || commit == null) throw new NotFound('Commit')
  // The commit stays readable whatever becomes of the branches.
  await updateRefs(dir, [{ ref: `refs/keep-around/${sha}`, after: sha }])
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into issuables (namespace_id, type, series, iid, title, author_id, created_at, updated_at)
      select ${namespaceId}, 'commit', 'commit', ${iid}, ${commit.title.replaceAll('\0', '')}, coalesce(
        (select e.user_id from user_emails e where lower(e.email) = ${commit.author.email.toLowerCase().replaceAll('\0', '')}
          and e.confirmed_at is not null limit 1), ${userIdOrZero(ctx)}), ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
      on conflict (namespace_id, series, iid) do nothing returning id
    )
    insert into discussed_commits (id, sha) select id, ${sha} from made returning id`.execute(ctx.db)
  const id = rows[0]?.id ?? (await storedId(ctx, namespaceId, sha))
  if (id === null) throw new Conflict(messages.sameBeginning)
  return id
}
