import { sql } from 'kysely'
import { levelSql } from '#server/access/levels.ts'
import { visibleNamespaces } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import type { Oid } from '#server/platform/git/objects.ts'
import { arrayOf, columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { entriesFor } from './owned-by.ts'
import type { CodeOwnersProblem, Owners } from './parse.ts'
import { findCodeOwners, readCodeOwners } from './read.ts'

const gn = columnsOf('namespaces', 'gn')

interface ShownOwners {
  /** `{users, groups, roles}` */
  readonly owners: RawJson
  readonly problems: readonly CodeOwnersProblem[]
}

const nobody = new RawJson('{"users":[],"groups":[],"roles":[]}')

/** Faulty lines that a page lists. */
const mostProblems = 50

/**
 * The owners of a file by the CODEOWNERS file of its commit: those who can approve, and whom the reader may know of. If it is the
 * CODEOWNERS file itself, also its faulty lines.
 */
export async function showCodeOwners(
  ctx: Context,
  project: { readonly id: number },
  dir: string,
  { commitId, path }: { readonly commitId: Oid; readonly path: string },
): Promise<ShownOwners> {
  const found = await findCodeOwners(dir, commitId)
  if (found === null) return { owners: nobody, problems: [] }
  const file = await readCodeOwners(dir, found.blobId)
  const owners = (await entriesFor(file, [path])).map(entry => entry.owners)
  return {
    owners: owners.length === 0 ? nobody : await present(ctx, project.id, owners),
    problems: path === found.path ? file.problems.slice(0, mostProblems) : [],
  }
}

/** Users by their names and addresses: members who can approve. Groups: those that can own code, and that the reader can see. */
async function present(ctx: Context, projectId: number, owners: readonly Owners[]): Promise<RawJson> {
  const all = (which: 'names' | 'emails') => sql`${[...new Set(owners.flatMap(each => each[which]))]}::text[]`
  const roles = [...new Set(owners.flatMap(each => each.roles))].sort((one, other) => one - other)
  const { rows } = await sql<{ json: string }>`
    select ${object({
      roles: sql`${roles}::integer[]`,
      users: arrayOf(
        userBasicJson(ctx.services.settings, 'u'),
        sql`from users u
        where u.id in (select named.id from users named where lower(named.username) = any (${all('names')})
            union select e.user_id from user_emails e where lower(e.email) = any (${all('emails')}) and e.confirmed_at is not null)
          and u.state = 'active' and access_level_of(u.id, n.ancestor_ids) >= ${levelSql('developer')}`,
        sql`u.id`,
      ),
      groups: arrayOf(
        object({ ...gn.fields('id', 'fullName', 'fullPath') }),
        sql`from namespaces gn join groups gr on gr.id = gn.id where lower(gn.full_path) = any (${all('names')})
          and can_own_code(n.id, gn.id) and ${visibleNamespaces(ctx.actor, 'gn')}`,
        sql`gn.id`,
      ),
    })}::text as json
    from namespaces n where n.id = ${projectId}`.execute(ctx.db)
  return new RawJson(rows[0]?.json ?? nobody.text)
}
