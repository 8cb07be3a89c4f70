import { createHash } from 'node:crypto'
import pg from 'pg'
import { hashPassword } from '#server/foundation/passwords/password.ts'
import { dropIndexes } from './large-place.ts'

/** What the measurements are made on. */
export interface Dataset {
  readonly projectId: number
  readonly fullPath: string
  readonly authorId: number
  readonly token: string
  readonly login: string
  readonly password: string
  /** The issue with the long discussion. */
  readonly discussedId: number
  readonly discussedIid: number
}

const token = 'glpat-benchmarkMemberToken1'
const login = 'member1'
const password = 'the password of a member'

const paragraph =
  'The **shuttle** carries the weft through the warp, `again` and again, until the cloth is as long as it was meant to be; see #3 and ask @member2 about the selvedge. '

/**
 * One project with issues, labels, milestones and assignees, and one issue with a long discussion.
 *
 * @param size  number of issues
 * @param path  of the group; its people are the same for each
 */
export async function seed(connectionString: string, size: number, path = 'bench'): Promise<Dataset> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const one = async <T>(text: string, values: readonly unknown[] = []): Promise<T> =>
    (await client.query(text, [...values])).rows[0] as T
  try {
    await client.query('begin')
    await client.query("set local maintenance_work_mem = '256MB'")
    const indexes = await dropIndexes(client)
    await client.query(
      `insert into users (username, name, email, confirmed_at) select 'member' || n, 'Member ' || n, 'member' || n || '@bench.test', now() from generate_series(1, 20) n
       on conflict do nothing`,
    )
    await client.query('update users set password_hash = $2 where username = $1', [login, await hashPassword(password)])
    const { id: authorId } = await one<{ id: number }>(`select id::int from users where username = 'member1'`)
    const { id: groupId } = await one<{ id: number }>(
      `insert into namespaces (kind, name, path, full_path, full_name, ancestor_ids, visibility) values ('group', initcap($1), $1, $1, initcap($1), '{}', 'private') returning id::int`,
      [path],
    )
    await client.query('insert into groups (id) values ($1)', [groupId])
    const { id: projectId } = await one<{ id: number }>(
      `insert into namespaces (kind, parent_id, name, path, full_path, full_name, ancestor_ids, visibility)
       values ('project', $1, 'Project', 'project', $2 || '/project', initcap($2) || ' / Project', '{}', 'private') returning id::int`,
      [groupId, path],
    )
    await client.query('insert into projects (id) values ($1)', [projectId])
    await client.query('update namespaces set ancestor_ids = array[$1::bigint] where id = $1', [groupId])
    await client.query('update namespaces set ancestor_ids = array[$1::bigint, $2::bigint] where id = $2', [
      groupId,
      projectId,
    ])
    await client.query(
      `insert into members (namespace_id, user_id, access_level) select $1, id, 30 from users where username like 'member%'`,
      [projectId],
    )
    await client.query(
      `insert into personal_access_tokens (user_id, name, token_hash, scopes) values ($1, 'bench', $2, '{api}') on conflict do nothing`,
      [authorId, createHash('sha256').update(token).digest()],
    )
    await client.query(
      `insert into labels (namespace_id, title, color) select $1, 'label ' || n, '#6699cc' from generate_series(1, 30) n`,
      [projectId],
    )
    await client.query(
      `insert into milestones (namespace_id, iid, title, due_date) select $1, n, 'Milestone ' || n, current_date + n::int * 7 from generate_series(1, 10) n`,
      [projectId],
    )
    await client.query(
      `insert into issuables (namespace_id, type, iid, title, title_html, description, description_html, author_id, state, milestone_id, weight, due_date, created_at, updated_at)
       select $1, 'issue', n, 'Thread ' || n || ' breaks at the ' || (array['shuttle', 'heddle', 'beam', 'reed', 'treadle'])[1 + n % 5], '', repeat($2, 2), '<p>' || $2 || '</p>',
         (select min(id) from users where username = 'member' || (1 + n % 20)), case when n % 4 = 0 then 'closed' else 'opened' end,
         (select id from milestones where namespace_id = $1 and iid = 1 + n % 12), case when n % 3 = 0 then n % 9 end,
         case when n % 5 = 0 then current_date + (n % 60)::int end, now() - (n || ' minutes')::interval, now() - (n || ' minutes')::interval
       from generate_series(1, $3::int) n`,
      [projectId, paragraph, size],
    )
    await client.query(`insert into iid_counters (namespace_id, series, value) values ($1, 'issue', $2)`, [
      projectId,
      size,
    ])
    await client.query(
      `insert into issuable_labels (issuable_id, label_id, namespace_id) select i.id, l.id, $1 from issuables i
         join labels l on l.namespace_id = $1 and (l.id % 30 = i.iid % 30 or l.id % 30 = (i.iid * 7) % 30) where i.namespace_id = $1`,
      [projectId],
    )
    await client.query(
      `insert into issuable_assignees (issuable_id, user_id, namespace_id) select i.id, u.id, $1 from issuables i
         join users u on u.username = 'member' || (1 + i.iid % 7) where i.namespace_id = $1 and i.iid % 2 = 0`,
      [projectId],
    )
    const { id: discussedId } = await one<{ id: number }>(
      `select id::int from issuables where namespace_id = $1 and iid = 1`,
      [projectId],
    )
    await client.query(
      `insert into notes (namespace_id, issuable_id, discussion_id, type, author_id, body, body_html, resolvable, created_at, updated_at)
       select $1, $2, encode(sha1, 'hex'), 'DiscussionNote', (select min(id) from users where username = 'member' || (1 + n % 20)), repeat($3, 2), '<p>' || repeat($3, 2) || '</p>', true,
         now() - ((600 - n) || ' minutes')::interval, now() - ((600 - n) || ' minutes')::interval
       from (select n, substring(sha256(('thread' || n % 100)::bytea) from 1 for 20) as sha1 from generate_series(1, 500) n) numbered`,
      [projectId, discussedId, paragraph],
    )
    await client.query('update issuables set notes_count = 500 where id = $1', [discussedId])
    await client.query(
      `update projects set open_issues_count = (select count(*) from issuables where namespace_id = $1 and state = 'opened'),
         closed_issues_count = (select count(*) from issuables where namespace_id = $1 and state = 'closed') where id = $1`,
      [projectId],
    )
    for (const index of indexes) await client.query(index)
    await client.query('commit')
    await client.query('vacuum analyze')
    return { projectId, fullPath: `${path}/project`, authorId, token, login, password, discussedId, discussedIid: 1 }
  } finally {
    await client.end()
  }
}
