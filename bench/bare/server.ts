import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { diffPage, issuePage, listPage, pageStatements } from './pages.ts'

// The floor of the measurements: the same rows and fields by the one best statement each, and nothing else. No sign-in,
// no permissions, no framework, no checks.

const {
  DATABASE_URL: connectionString,
  PORT = '0',
  PROJECT_ID = '0',
  ISSUE_ID = '0',
  AUTHOR_ID = '0',
  REPOSITORY = '',
} = process.env
const pool = new pg.Pool({ connectionString, max: 16, options: '-c timezone=UTC' })
const site = 'http://bench'
const project = Number(PROJECT_ID)

const user = (
  alias: string,
) => `json_build_object('id', ${alias}.id, 'username', ${alias}.username, 'public_email', ${alias}.public_email,
  'name', ${alias}.name, 'state', ${alias}.state, 'locked', false, 'avatar_url', null, 'web_url', '${site}/' || ${alias}.username)`

const issue = `json_build_object('id', i.id, 'iid', i.iid, 'project_id', i.namespace_id, 'title', i.title, 'description', i.description,
  'state', i.state, 'created_at', iso(i.created_at), 'updated_at', iso(i.updated_at), 'closed_at', iso(i.closed_at),
  'closed_by', case when c.id is not null then ${user('c')} end,
  'labels', (select coalesce(json_agg(l.title order by l.title), '[]') from issuable_labels il join labels l on l.id = il.label_id where il.issuable_id = i.id),
  'milestone', case when m.id is not null then json_build_object('id', m.id, 'iid', m.iid, 'project_id', m.namespace_id, 'title', m.title,
    'description', m.description, 'state', m.state, 'created_at', iso(m.created_at), 'updated_at', iso(m.updated_at), 'due_date', m.due_date,
    'start_date', m.start_date, 'expired', false, 'web_url', '${site}/bench/project/-/milestones/' || m.iid) end,
  'assignees', s.users, 'author', ${user('a')}, 'type', upper(i.type), 'assignee', s.users -> 0, 'user_notes_count', i.notes_count,
  'merge_requests_count', 0, 'upvotes', i.upvotes, 'downvotes', i.downvotes, 'start_date', i.start_date, 'due_date', i.due_date,
  'confidential', i.confidential, 'discussion_locked', i.discussion_locked, 'issue_type', i.type,
  'web_url', '${site}/bench/project/-/issues/' || i.iid,
  'time_stats', '{"time_estimate":0,"total_time_spent":0,"human_time_estimate":null,"human_total_time_spent":null}'::json,
  'task_completion_status', json_build_object('count', i.task_count, 'completed_count', i.task_completed_count), 'weight', i.weight,
  'blocking_issues_count', 0, 'has_tasks', false,
  '_links', json_build_object('self', '${site}/api/v4/projects/1/issues/' || i.iid, 'notes', '${site}/api/v4/projects/1/issues/' || i.iid || '/notes',
    'award_emoji', '${site}/api/v4/projects/1/issues/' || i.iid || '/award_emoji', 'project', '${site}/api/v4/projects/1', 'closed_as_duplicate_of', null),
  'references', json_build_object('short', '#' || i.iid, 'relative', '#' || i.iid, 'full', 'bench/project#' || i.iid),
  'severity', 'UNKNOWN', 'moved_to_id', null, 'imported', false, 'imported_from', 'none', 'service_desk_reply_to', null,
  'epic_iid', null, 'epic', null, 'iteration', null, 'health_status', i.health_status)`

const joins = `join users a on a.id = i.author_id left join users c on c.id = i.closed_by_id left join milestones m on m.id = i.milestone_id
  cross join lateral (select coalesce(json_agg(${user('u')} order by u.id), '[]') as users
    from issuable_assignees ia join users u on u.id = ia.user_id where ia.issuable_id = i.id) s`

const list = (
  where: string,
) => `select coalesce(json_agg(${issue} order by i.created_at desc, i.id desc), '[]')::text as json
  from (select * from issuables where namespace_id = $1 and series = 'issue' ${where} order by created_at desc, id desc limit 25) i ${joins}`

const note = `json_build_object('id', n.id, 'type', n.type, 'body', n.body, 'author', ${user('a')}, 'created_at', iso(n.created_at),
  'updated_at', iso(n.updated_at), 'system', n.system, 'noteable_id', n.issuable_id, 'noteable_type', 'Issue', 'project_id', n.namespace_id,
  'noteable_iid', 1, 'resolvable', n.resolvable, 'confidential', n.internal, 'internal', n.internal, 'imported', false,
  'imported_from', 'none', 'commands_changes', '{}'::json)`

const statements = {
  list: { name: 'list', text: list('') },
  search: { name: 'search', text: list("and case when search like '%' || $2 || '%' then true else false end") },
  one: {
    name: 'one',
    text: `select ${issue}::text as json from issuables i ${joins} where i.namespace_id = $1 and i.series = 'issue' and i.iid = $2`,
  },
  discussions: {
    name: 'discussions',
    text: `select json_agg(json_build_object('id', d.id, 'individual_note', false, 'notes', d.notes) order by d.first)::text as json
      from (select n.discussion_id as id, min(n.id) as first, json_agg(${note} order by n.id) as notes
        from notes n join users a on a.id = n.author_id where n.issuable_id = $1 group by n.discussion_id) d`,
  },
  create: {
    name: 'create',
    text: `with numbered as (update iid_counters set value = value + 1 where namespace_id = $1 and series = 'issue' returning value)
      insert into issuables (namespace_id, type, iid, title, description, author_id) select $1, 'issue', value, $2, $3, $4 from numbered
      returning json_build_object('id', id, 'iid', iid, 'title', title)::text as json`,
  },
  comment: {
    name: 'comment',
    text: `insert into notes (namespace_id, issuable_id, discussion_id, author_id, body, body_html) values ($1, $2, $3, $4, $5, $6)
      returning json_build_object('id', id, 'body', body)::text as json`,
  },
} as const

async function run(
  statement: { readonly name: string; readonly text: string },
  values: readonly unknown[],
): Promise<string> {
  const { rows } = await pool.query<{ json: string }>({ ...statement, values: [...values] })
  return rows[0]?.json ?? 'null'
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}

async function answer(request: IncomingMessage): Promise<string> {
  const url = new URL(request.url ?? '/', site)
  switch (url.pathname) {
    case '/list':
      return run(statements.list, [project])
    case '/search':
      return run(statements.search, [project, url.searchParams.get('search')])
    case '/one':
      return run(statements.one, [project, Number(url.searchParams.get('iid'))])
    case '/discussions':
      return run(statements.discussions, [Number(ISSUE_ID)])
    case '/create': {
      const body = await bodyOf(request)
      return run(statements.create, [project, body.title, body.description, Number(AUTHOR_ID)])
    }
    case '/comment': {
      const { body = '' } = await bodyOf(request)
      const discussion = createHash('sha1').update(randomBytes(16)).digest('hex')
      return run(statements.comment, [project, Number(ISSUE_ID), discussion, Number(AUTHOR_ID), body, `<p>${body}</p>`])
    }
    case '/list.html':
      return listPage((await pool.query({ ...pageStatements.list, values: [project] })).rows)
    case '/issue.html': {
      const values = [project, Number(url.searchParams.get('iid'))]
      return issuePage((await pool.query({ ...pageStatements.issue, values })).rows[0])
    }
    case '/diff.html':
      return diffPage(REPOSITORY, 'main...change')
    default:
      return 'null'
  }
}

const server = createServer((request, response) => {
  const type = /\.html(?:\?|$)/.test(request.url ?? '') ? 'text/html; charset=utf-8' : 'application/json'
  answer(request).then(
    body => response.writeHead(200, { 'content-type': type }).end(body),
    error => response.writeHead(500).end(String(error)),
  )
})
server.listen(Number(PORT), '127.0.0.1', () => console.log(`listening ${JSON.stringify(server.address())}`))
