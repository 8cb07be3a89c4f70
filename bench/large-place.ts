import { createHash } from 'node:crypto'
import pg from 'pg'

/** A place that calls are made in, and its people by what they are there. */
export interface MeasuredPlace {
  readonly groupId: number
  readonly groupPath: string
  /** The project with many more issues, labels and milestones than the others. */
  readonly projectId: number
  readonly projectPath: string
  readonly projectBoardId: number
  readonly groupBoardId: number
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
  /** Of the group, besides those who measure. */
  readonly members: number
  readonly epics: number
  readonly iterations: number
  /** Of the first project. */
  readonly ownIssues: number
  readonly ownLabels: number
  readonly ownMilestones: number
}

const smallPlace: Sizes = {
  path: 'small',
  projects: 1,
  issues: 200,
  todos: 20,
  assigned: 10,
  members: 20,
  epics: 20,
  iterations: 5,
  ownIssues: 50,
  ownLabels: 20,
  ownMilestones: 10,
}
const largePlace: Sizes = {
  path: 'large',
  projects: 3_000,
  issues: 300_000,
  todos: 20_000,
  assigned: 10_000,
  members: 2_000,
  epics: 1_000,
  iterations: 100,
  ownIssues: 100_000,
  ownLabels: 300,
  ownMilestones: 200,
}
const people = 2_200
/** Of a board, between those of open and of closed issues. */
const boardLists = 20
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
    const strangerToken = await token(client, `person${people}`)
    const small = await seedPlace(client, smallPlace, 'person1', 'person2')
    const large = await seedPlace(client, largePlace, 'person3', 'person4')
    for (const index of indexes) await client.query(index)
    for (const [{ groupId }, { epics }] of [
      [small, smallPlace],
      [large, largePlace],
    ] as const)
      await fillEpics(client, groupId, epics)
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

async function seedPlace(client: pg.Client, sizes: Sizes, member: string, ofProjects: string): Promise<MeasuredPlace> {
  const { path, projects, issues, todos, assigned, members } = sizes
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
    `insert into members (namespace_id, user_id, access_level)
     select $1, id, 30 from (select id, username from users where username like 'person%' order by id limit $3) u
     where username = $2 or (id % 10 <> 0 and username <> $4)`,
    [groupId, member, members, ofProjects],
  )
  await seedPlan(client, groupId, sizes)
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
       relative_position, created_at, updated_at, closed_at)
     select namespace_id, 'issue', iid, 'Thread ' || n || ' breaks at the ' || (array['shuttle', 'heddle', 'beam', 'reed', 'treadle'])[1 + mix % 5], '',
       'The weft goes through the warp.', '<p>The weft goes through the warp.</p>', author_id, case when mix % 4 = 0 then 'closed' else 'opened' end, mix % 97 = 0,
       milestone_id, case when mix % 3 = 0 then mix % 9 end, case when mix % 5 = 0 then current_date + (mix % 60)::int end,
       case when mix % 2 = 0 then n * 512 end, now() - n * interval '1 minute', now() - (n * 7 % $1::int) * interval '1 minute', case when mix % 4 = 0 then now() - (n * 5 % $1::int) * interval '1 minute' end
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
  await seedOwn(client, projectId, sizes)
  const projectPath = (
    await client.query<{ path: string }>('select full_path as path from namespaces where id = $1', [projectId])
  ).rows[0]?.path
  await client.query('drop table looms, seeded')
  return {
    groupId,
    groupPath: path,
    projectId,
    projectPath: projectPath ?? '',
    projectBoardId: await seedBoard(client, projectId, projectId),
    groupBoardId: await seedBoard(client, groupId, projectId),
    tokens: { member: await token(client, member), ofProjects: await token(client, ofProjects) },
  }
}

/** Epics of a group, nested by tens, and iterations around today. */
async function seedPlan(client: pg.Client, groupId: number, { epics, iterations }: Sizes): Promise<void> {
  await client.query(
    `with made as (insert into issuables (namespace_id, series, type, iid, title, title_html, author_id, state, confidential, start_date, due_date, created_at, updated_at)
       select $1, 'epic', 'epic', n, 'Epic ' || n || ' of the ' || (array['shuttle', 'heddle', 'beam'])[1 + n % 3], '', (select min(id) from users where username like 'person%'),
         case when n % 4 = 3 then 'closed' else 'opened' end, n % 97 = 0, current_date + (n % 300 - 200), current_date + (n % 300 - 100), now(), now()
       from generate_series(1, $2::int) n returning id, start_date, due_date)
     insert into epics (id, start_date_is_fixed, start_date_fixed, due_date_is_fixed, due_date_fixed) select id, true, start_date, true, due_date from made`,
    [groupId, epics],
  )
  await client.query(
    `update issuables i set parent_id = p.id from issuables p
     where i.namespace_id = $1 and i.series = 'epic' and i.iid % 10 <> 1 and p.namespace_id = $1 and p.series = 'epic' and p.iid = i.iid - (i.iid + 9) % 10`,
    [groupId],
  )
  await client.query(
    `with cadence as (insert into iteration_cadences (namespace_id, title, automatic) values ($1, 'Sprints', false) returning id)
     insert into iterations (namespace_id, iid, cadence_id, title, start_date, due_date)
     select $1, n, cadence.id, 'Sprint ' || n, current_date + (n - $2::int / 2) * 7, current_date + (n - $2::int / 2) * 7 + 6 from cadence, generate_series(1, $2::int) n`,
    [groupId, iterations],
  )
}

/** Put every tenth issue into an epic. The triggers that follow a parent are for few issues, and the epics have fixed dates. */
async function fillEpics(client: pg.Client, groupId: number, epics: number): Promise<void> {
  await client.query("set local session_replication_role = 'replica'")
  await client.query(
    `update issuables i set parent_id = e.id from namespaces n, issuables e
     where n.id = i.namespace_id and n.kind = 'project' and n.ancestor_ids[1] = $1 and i.id % 10 = 0
       and e.namespace_id = $1 and e.series = 'epic' and e.iid = 1 + i.id % $2::int`,
    [groupId, epics - 1],
  )
  await client.query("set local session_replication_role = 'origin'")
}

/** More labels, milestones and issues of the first project. */
async function seedOwn(
  client: pg.Client,
  projectId: number,
  { path, ownIssues, ownLabels, ownMilestones }: Sizes,
): Promise<void> {
  await client.query(
    `insert into labels (namespace_id, title, color) select $1, 'area ' || n, '#6699cc' from generate_series(1, $2::int) n`,
    [projectId, ownLabels],
  )
  await client.query(
    `insert into label_priorities (project_id, label_id, priority) select $1, id, right(title, 1)::int from labels
     where namespace_id = $1 and title like 'area %' and id % 5 = 0`,
    [projectId],
  )
  await client.query(
    `insert into milestones (namespace_id, iid, title, due_date) select $1, 100 + n, 'Release ' || n, current_date + n - 50 from generate_series(1, $2::int) n`,
    [projectId, ownMilestones],
  )
  await client.query(
    `with first as (select coalesce(max(iid), 0) as iid from issuables where namespace_id = $1 and series = 'issue'), author as (select min(id) as id from users where username like 'person%')
     insert into issuables (namespace_id, type, iid, title, title_html, description, description_html, author_id, state, confidential, milestone_id, weight, due_date,
       relative_position, created_at, updated_at, closed_at)
     select $1, 'issue', first.iid + n, 'Own thread ' || n || ' breaks at the ' || (array['shuttle', 'heddle', 'beam', 'reed', 'treadle'])[1 + n % 5], '',
       'The weft goes through the warp.', '<p>The weft goes through the warp.</p>', author.id + n % ${people}, case when n % 10 = 0 then 'closed' else 'opened' end, n % 97 = 0,
       case when n % 3 = 0 then (select m.id from milestones m where m.namespace_id = $1 and m.iid = 101 + n % $3::int) end, case when n % 3 = 0 then n % 9 end,
       case when n % 5 = 0 then current_date + n % 60 end, case when n % 2 = 0 then n * 512 end, now() - n * interval '1 minute', now() - n * 7 % $2::int * interval '1 minute',
       case when n % 10 = 0 then now() - n * 5 % $2::int * interval '1 minute' end
     from generate_series(1, $2::int) n, first, author`,
    [projectId, ownIssues, ownMilestones],
  )
  await client.query(
    `insert into issuable_labels (issuable_id, label_id, namespace_id)
     select i.id, l.id, $1 from issuables i cross join generate_series(0, 1) k join labels l on l.namespace_id = $1 and l.title = 'area ' || (1 + (i.iid * (7 + k * 4)) % $2::int)
     where i.namespace_id = $1 and i.title like 'Own %' and i.iid % 3 <> 0 on conflict do nothing`,
    [projectId, ownLabels],
  )
  await client.query(
    `insert into issuable_assignees (issuable_id, user_id, namespace_id)
     select i.id, u.id, $1 from issuables i join users u on u.username = 'person' || (10 + i.iid % case when $2 = 'small' then 10 else 1500 end)
     where i.namespace_id = $1 and i.title like 'Own %' and i.iid % 3 = 1`,
    [projectId, path],
  )
  await client.query(
    `update iid_counters set value = (select max(iid) from issuables where namespace_id = $1 and series = 'issue') where namespace_id = $1 and series = 'issue'`,
    [projectId],
  )
}

/** A board of a project or group with lists of labels of the project. @returns its id */
async function seedBoard(client: pg.Client, namespaceId: number, projectId: number): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `with board as (insert into boards (namespace_id, name) values ($1, 'Many lists') returning id),
       lists as (insert into board_lists (board_id, kind, label_id, position)
         select board.id, 'label', l.id, row_number() over (order by l.id) - 1 from board, (select id from labels where namespace_id = $2 order by id desc limit ${boardLists}) l
         union all select board.id, kind, null, null from board, unnest(array['backlog', 'closed']) kind)
     select id from board`,
    [namespaceId, projectId],
  )
  return Number(rows[0]?.id)
}

async function token(client: pg.Client, username: string): Promise<string> {
  const secret = `glpat-benchmarkOf${username}`
  await client.query(
    `insert into personal_access_tokens (user_id, name, token_hash, scopes) select id, 'bench', $2, '{api}' from users where username = $1`,
    [username, createHash('sha256').update(secret).digest()],
  )
  return secret
}
