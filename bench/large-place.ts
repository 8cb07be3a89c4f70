import { createHash } from 'node:crypto'
import pg from 'pg'

/** A place that calls are made in, and its people by what they are there. */
export interface MeasuredPlace {
  readonly groupId: number
  readonly groupPath: string
  readonly projectId: number
  /** Personal access tokens. */
  readonly tokens: {
    /** A member of the group, with to-dos and assigned issues. */
    readonly member: string
    /** A member of half of its projects, not of the group. */
    readonly ofProjects: string
  }
}

export interface LargeDataset {
  readonly small: MeasuredPlace
  readonly large: MeasuredPlace
  /** Somebody without memberships, whose lists hold what is open to all. */
  readonly strangerToken: string
}

interface Sizes {
  readonly path: string
  readonly projects: number
  readonly issues: number
  readonly todos: number
  readonly assigned: number
}

const smallPlace: Sizes = { path: 'small', projects: 1, issues: 200, todos: 20, assigned: 10 }
const largePlace: Sizes = { path: 'large', projects: 3_000, issues: 300_000, todos: 20_000, assigned: 10_000 }
const people = 200
const projectsOfSubgroup = 100

/** The tables that get hundreds of thousands of rows: their indexes are built once those are there. */
const largeTables = ['issuables', 'issuable_labels', 'issuable_assignees', 'todos']

/** A small group and a large one in one database. Set-based: a minute or two. */
export async function seedLarge(connectionString: string): Promise<LargeDataset> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('begin')
    await client.query("set local maintenance_work_mem = '256MB'")
    await client.query("set local work_mem = '64MB'")
    const indexes = await dropIndexes(client)
    await client.query(
      `insert into users (username, name, email, confirmed_at) select 'person' || n, 'Person ' || n, 'person' || n || '@bench.test', now()
       from generate_series(1, $1) n`,
      [people],
    )
    await client.query(
      `insert into namespaces (kind, owner_id, name, path, full_path, full_name, ancestor_ids, visibility)
       select 'user', id, name, username, username, name, array[id], 'public' from users where username like 'person%'`,
    )
    await client.query(`update namespaces set ancestor_ids = array[id] where kind = 'user'`)
    const strangerToken = await token(client, 'person200')
    const small = await seedPlace(client, smallPlace, 'person1', 'person2')
    const large = await seedPlace(client, largePlace, 'person3', 'person4')
    for (const index of indexes) await client.query(index)
    await client.query('commit')
    await client.query('vacuum analyze')
    return { small, large, strangerToken }
  } finally {
    await client.end()
  }
}

/** Drop the indexes of the large tables that no constraint needs. @returns the statements that make them again */
export async function dropIndexes(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = any ($1::regclass[]) and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    [largeTables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

async function seedPlace(
  client: pg.Client,
  { path, projects, issues, todos, assigned }: Sizes,
  member: string,
  ofProjects: string,
): Promise<MeasuredPlace> {
  const number = async (text: string, values: readonly unknown[]): Promise<number> =>
    Number((await client.query<{ id: string }>(text, [...values])).rows[0]?.id)
  const groupId = await number(
    `insert into namespaces (kind, name, path, full_path, full_name, ancestor_ids, visibility)
     values ('group', initcap($1), $1, $1, initcap($1), '{}', 'public') returning id`,
    [path],
  )
  await client.query('update namespaces set ancestor_ids = array[id] where id = $1', [groupId])
  await client.query(
    `insert into namespaces (kind, parent_id, name, path, full_path, full_name, ancestor_ids, visibility)
     select 'group', $1, 'Team ' || n, 'team-' || n, $2 || '/team-' || n, initcap($2) || ' / Team ' || n, '{}', 'public'
     from generate_series(1, $3::int) n`,
    [groupId, path, Math.ceil(projects / projectsOfSubgroup)],
  )
  await client.query('update namespaces set ancestor_ids = array[parent_id, id] where parent_id = $1', [groupId])
  await client.query('insert into groups (id) select id from namespaces where $1 = any (ancestor_ids)', [groupId])
  await client.query(
    `insert into namespaces (kind, parent_id, name, path, full_path, full_name, ancestor_ids, visibility)
     select 'project', g.id, 'Loom ' || n, 'loom-' || n, g.full_path || '/loom-' || n, g.full_name || ' / Loom ' || n, '{}',
       (array['internal', 'public', 'private'])[1 + n % 3]
     from generate_series(1, $3::int) n join namespaces g on g.full_path = $2 || '/team-' || (1 + (n - 1) / $4::int) and g.parent_id = $1`,
    [groupId, path, projects, projectsOfSubgroup],
  )
  await client.query(
    `update namespaces n set ancestor_ids = g.ancestor_ids || n.id from namespaces g
     where g.id = n.parent_id and g.parent_id = $1 and n.kind = 'project'`,
    [groupId],
  )
  await client.query(
    `create temporary table looms on commit drop as
       select id, row_number() over (order by id) - 1 as place from namespaces where kind = 'project' and $1 = any (ancestor_ids)`,
    [groupId],
  )
  await client.query('create unique index on looms (place)')
  await client.query(
    "insert into projects (id, last_activity_at) select id, now() - place * interval '1 minute' from looms",
  )
  await client.query(
    `insert into labels (namespace_id, title, color) select l.id, 'label ' || n, '#6699cc' from looms l, generate_series(1, 4) n`,
  )
  await client.query(
    `insert into label_priorities (project_id, label_id, priority) select l.id, min(t.id), 1 from looms l join labels t on t.namespace_id = l.id
     where l.place % 10 = 0 group by l.id`,
  )
  await client.query(
    `insert into milestones (namespace_id, iid, title, due_date)
     select l.id, n, 'Milestone ' || n, case when n < 3 then current_date + ((l.place * 3 + n * 7) % 200)::int end from looms l, generate_series(1, 3) n`,
  )
  await client.query(
    `insert into members (namespace_id, user_id, access_level) select $1, id, 30 from users
     where username = $2 or username like 'person_0'`,
    [groupId, member],
  )
  await client.query(
    `insert into members (namespace_id, user_id, access_level) select l.id, u.id, 30 from looms l join users u on u.username = $1 where l.place % 2 = 0`,
    [ofProjects],
  )
  await client.query(
    `create temporary table seeded on commit drop as with authors as (select min(id) as first from users where username like 'person%')
     select l.id as namespace_id, numbered.iid, n, mix, a.first + (mix * 7 + 3) % ${people} as author_id,
       case when mix % 3 = 0 then (select m.id from milestones m where m.namespace_id = l.id and m.iid = 1 + mix % 7) end as milestone_id
     from (select n, 1 + (n - 1) / $1::int as iid, n + (n - 1) / $1::int * sign($1::int - 1)::int as mix from generate_series(1, $2::int) n) numbered
       join looms l on l.place = (n - 1) % $1::int cross join authors a`,
    [projects, issues],
  )
  await client.query(
    `insert into issuables (namespace_id, type, iid, title, title_html, description, description_html, author_id, state, confidential, milestone_id, weight, due_date,
       relative_position, created_at, updated_at)
     select namespace_id, 'issue', iid, 'Thread ' || n || ' breaks at the ' || (array['shuttle', 'heddle', 'beam', 'reed', 'treadle'])[1 + mix % 5], '',
       'The weft goes through the warp.', '<p>The weft goes through the warp.</p>', author_id, case when mix % 4 = 0 then 'closed' else 'opened' end, mix % 97 = 0,
       milestone_id, case when mix % 3 = 0 then mix % 9 end, case when mix % 5 = 0 then current_date + (mix % 60)::int end,
       case when mix % 2 = 0 then n * 512 end, now() - n * interval '1 minute', now() - (n * 7 % $1::int) * interval '1 minute'
     from seeded order by n desc`,
    [issues],
  )
  await client.query(
    `insert into iid_counters (namespace_id, series, value) select namespace_id, 'issue', max(iid) from seeded group by 1`,
  )
  await client.query(
    `insert into issuable_labels (issuable_id, label_id, namespace_id) select i.id, l.id, i.namespace_id from looms p
       join issuables i on i.namespace_id = p.id join labels l on l.namespace_id = p.id and (l.id + i.iid) % 5 = 0`,
  )
  await client.query(
    `insert into issuable_assignees (issuable_id, user_id, namespace_id)
     select i.id, u.id, i.namespace_id from seeded s join issuables i on i.namespace_id = s.namespace_id and i.iid = s.iid
       join users u on u.username = case when s.mix % ($1::int / $2::int) = 1 then $3 else 'person' || (10 + s.mix % 150) end where s.mix % ($1::int / $2::int) = 1 or s.mix % 4 = 2`,
    [issues, assigned, member],
  )
  await client.query(
    `insert into todos (user_id, author_id, namespace_id, issuable_id, action, created_at)
     select u.id, s.author_id, s.namespace_id, i.id, (array['assigned', 'mentioned', 'marked'])[1 + s.mix % 3], now() - s.n * interval '1 minute'
     from seeded s join issuables i on i.namespace_id = s.namespace_id and i.iid = s.iid join users u on u.username = $3
     where s.mix % ($1::int / $2::int) = 2 order by s.n desc`,
    [issues, todos, member],
  )
  const projectId = await number('select id from looms where place = 0', [])
  await client.query('drop table looms, seeded')
  return {
    groupId,
    groupPath: path,
    projectId,
    tokens: { member: await token(client, member), ofProjects: await token(client, ofProjects) },
  }
}

async function token(client: pg.Client, username: string): Promise<string> {
  const secret = `glpat-benchmarkOf${username}`
  await client.query(
    `insert into personal_access_tokens (user_id, name, token_hash, scopes) select id, 'bench', $2, '{api}' from users where username = $1`,
    [username, createHash('sha256').update(secret).digest()],
  )
  return secret
}
