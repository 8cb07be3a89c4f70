import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { findPort } from '../tools/port.ts'
import type { SeededCode } from './code.ts'
import type { Site, StartedSite } from './rivals.ts'
import type { Dataset } from './seed.ts'
import { startProgram } from './start.ts'

// Fossil shows the same issues as tickets, and the same change as the difference of two check-ins.

const login = 'weaver'
const password = 'the password of a weaver'

interface Ticket {
  readonly iid: number
  readonly title: string
  readonly state: string
  readonly description: string
  readonly author: string
  /** As a Julian day. */
  readonly day: number
  readonly labels: string | null
  readonly milestone: string | null
  readonly assignees: string | null
}

interface Comment {
  readonly author: string
  readonly day: number
  readonly body: string
}

export const hasFossil = (): boolean => spawnSync('fossil', ['version'], { stdio: 'ignore' }).status === 0

/**
 * Start Fossil with the issues and the change, read by a user who has signed in.
 *
 * @param folder  for its repository
 * @param shortIssues  the numbers of issues that are read in turns
 */
export async function fossilSite(
  folder: string,
  connectionString: string,
  data: Dataset,
  code: SeededCode,
  shortIssues: readonly number[],
): Promise<StartedSite> {
  const file = join(folder, 'rival.fossil')
  await seedFossil(file, connectionString, data, code)
  const port = await findPort('127.0.0.1', 0)
  const started = await startProgram(
    ['taskset', '-c', '0', 'fossil', 'server', '--localhost', '-P', String(port), file],
    {},
  )
  const origin = `http://127.0.0.1:${port}`
  const [path = '', ...others] = shortIssues.map(ticketPath)
  const pages: Site['pages'] = {
    'issue list': { path: '/rptview/1', holds: 'Thread 1 breaks', marks: 'td a[href*="/tktview"]', all: 50 },
    'short issue': { path, others, holds: 'breaks at the', marks: '.tktDspCommenter', all: 1 },
    // The description is a comment too.
    '500 comments': {
      path: ticketPath(data.discussedIid),
      holds: 'selvedge',
      marks: '.tktDspCommenter',
      all: 501,
    },
    'diff of 100 files': { path: '/vdiff?from=main&to=change&diff=1', holds: 'changed', marks: '.udiff', all: 100 },
  }
  // SQLite is a part of the server.
  const processes = { server: started.pid, postmaster: null }
  return {
    site: { name: 'Fossil', origin, cookie: await signIn(origin), pages, processes },
    stop: started.stop,
  }
}

async function seedFossil(file: string, connectionString: string, data: Dataset, code: SeededCode): Promise<void> {
  const env = { ...process.env, USER: 'bench', HOME: dirname(file) }
  const fossil = (args: readonly string[], input: string | Buffer = '') =>
    execFileSync('fossil', args, { input, env, stdio: ['pipe', 'ignore', 'inherit'] })
  const maxBuffer = 1024 * 1024 * 1024
  fossil(
    ['import', '--git', file],
    execFileSync('git', ['-C', code.dir, 'fast-export', 'main', 'change'], { maxBuffer }),
  )
  fossil(['user', 'new', login, login, password, '-R', file])
  fossil(['user', 'capabilities', login, 'ghjorwt', '-R', file])
  fossil(['sql', '-R', file], await readRows(connectionString, data))
}

const ticketPath = (iid: number) => `/tktview/${uuidOf(iid)}`

const uuidOf = (iid: number) => createHash('sha1').update(`issue ${iid}`).digest('hex')

/** The rows of Fossil's tables: a ticket has no labels, milestone or assignees, so they are its type, its subsystem and its version. */
async function readRows(connectionString: string, { projectId, discussedId, discussedIid }: Dataset): Promise<string> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows: tickets } = await client.query<Ticket>(
      `select i.iid::int, i.title, i.state, i.description, a.username as author, extract(julian from i.created_at)::float as day,
         (select string_agg(l.title, ', ') from issuable_labels il join labels l on l.id = il.label_id where il.issuable_id = i.id) as labels,
         (select string_agg(u.name, ', ') from issuable_assignees ia join users u on u.id = ia.user_id where ia.issuable_id = i.id) as assignees,
         m.title as milestone from issuables i join users a on a.id = i.author_id left join milestones m on m.id = i.milestone_id
       where i.namespace_id = $1 and i.series = 'issue' order by i.iid`,
      [projectId],
    )
    const { rows: comments } = await client.query<Comment>(
      `select a.username as author, extract(julian from n.created_at)::float as day, n.body from notes n join users a on a.id = n.author_id
       where n.issuable_id = $1 order by n.id`,
      [discussedId],
    )
    return [
      'begin;',
      ...tickets.flatMap(({ iid, title, state, description, author, day, labels, assignees, milestone }) => [
        `insert into ticket (tkt_id, tkt_uuid, tkt_mtime, tkt_ctime, type, status, subsystem, foundin, title) values (${[
          ...[iid, quoted(uuidOf(iid)), day, day, quoted(labels), quoted(state === 'opened' ? 'Open' : 'Closed')],
          ...[quoted(milestone), quoted(assignees), quoted(title)],
        ].join()});`,
        change(iid, { author, day, body: description }),
      ]),
      ...comments.map(comment => change(discussedIid, comment)),
      `update reportfmt set sqlcode = ${quoted(report)} where rn = 1;`,
      'commit;',
    ].join('\n')
  } finally {
    await client.end()
  }
}

const report = `select substr(tkt_uuid, 1, 10) as '#', datetime(tkt_ctime) as opened, type as labels, subsystem as milestone, foundin as assignees,
  title from ticket where status = 'Open' order by tkt_ctime desc limit 50`

const change = (iid: number, { author, day, body }: Comment) =>
  `insert into ticketchng (tkt_id, tkt_mtime, tkt_user, login, username, mimetype, icomment) values (${[
    ...[iid, day, quoted(author), quoted(author), quoted(author), "'text/x-markdown'", quoted(body)],
  ].join()});`

const quoted = (text: string | null) => (text === null ? "''" : `'${text.replaceAll("'", "''")}'`)

async function signIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/login`, {
    method: 'POST',
    body: new URLSearchParams({ u: login, p: password, in: 'Login' }),
    redirect: 'manual',
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
  if (cookie === undefined) throw new Error(`Fossil answered ${answer.status}: ${await answer.text()}`)
  return cookie
}
