import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

// The floor of the pages: the same texts as plain HTML without styles or scripts, by the one best statement each.

const run = promisify(execFile)

interface Row {
  readonly iid: number
  readonly title: string
  readonly state: string
  readonly description_html: string
  readonly author: string
  readonly created_at: Date
  readonly due_date: string | null
  readonly weight: number | null
  readonly milestone: string | null
  readonly notes_count: number
  readonly labels: readonly string[]
  readonly assignees: readonly string[]
}

interface Note {
  readonly id: number
  readonly author: string
  readonly created_at: string
  readonly body_html: string
}

const columns = `i.iid, i.title, i.state, i.description_html, a.name as author, i.created_at, i.due_date::text, i.weight, m.title as milestone, i.notes_count,
  array(select l.title from issuable_labels il join labels l on l.id = il.label_id where il.issuable_id = i.id order by l.title) as labels,
  array(select u.name from issuable_assignees ia join users u on u.id = ia.user_id where ia.issuable_id = i.id order by u.id) as assignees`
const joins = 'join users a on a.id = i.author_id left join milestones m on m.id = i.milestone_id'

export const pageStatements = {
  list: {
    name: 'list page',
    text: `select ${columns} from (select * from issuables where namespace_id = $1 and series = 'issue' and state = 'opened'
      order by created_at desc, id desc limit 50) i ${joins} order by i.created_at desc, i.id desc`,
  },
  issue: {
    name: 'issue page',
    text: `select ${columns}, coalesce((select json_agg(json_build_object('id', n.id, 'author', u.name, 'created_at', n.created_at, 'body_html', n.body_html)
        order by d.first, n.id) from notes n join users u on u.id = n.author_id
        join (select discussion_id, min(id) as first from notes where issuable_id = i.id group by discussion_id) d using (discussion_id)
        where n.issuable_id = i.id), '[]') as notes
      from issuables i ${joins} where i.namespace_id = $1 and i.series = 'issue' and i.iid = $2`,
  },
} as const

export function listPage(rows: readonly Row[]): string {
  const items = rows.map(
    row =>
      `<li><a href="/bench/project/-/issues/${row.iid}">${escaped(row.title)}</a> #${row.iid}, opened ${dateOf(row.created_at)} by ${escaped(row.author)}, ${factsOf(row)}, ${row.notes_count} comments`,
  )
  return documentOf('Issues', `<ul>${items.join('')}</ul>`)
}

export function issuePage(row: Row & { readonly notes: readonly Note[] }): string {
  const notes = row.notes.map(
    note =>
      `<div id="note_${note.id}"><p>${escaped(note.author)}, ${dateOf(new Date(note.created_at))}</p>${note.body_html}</div>`,
  )
  return documentOf(
    row.title,
    `<p>#${row.iid} ${row.state}, opened ${dateOf(row.created_at)} by ${escaped(row.author)}</p>${row.description_html}<p>${factsOf(row)}</p>${notes.join('')}`,
  )
}

/** @param range  as `git diff` takes it */
export async function diffPage(repository: string, range: string): Promise<string> {
  const { stdout } = await run('git', ['-C', repository, 'diff', '-M', range], { maxBuffer: 1024 * 1024 * 1024 })
  const files = stdout.split(/^(?=diff --git )/m).map(diff => {
    const path = /^\+\+\+ b\/(.*)$/m.exec(diff)?.[1] ?? ''
    return `<h2 id="file-${escaped(path)}">${escaped(path)}</h2><pre>${escaped(diff.slice(diff.indexOf('@@')))}</pre>`
  })
  return documentOf('Changes', files.join(''))
}

const documentOf = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><h1>${escaped(title)}</h1>${body}`

const factsOf = ({ labels, milestone, due_date, weight, assignees }: Row): string =>
  [...labels, milestone, due_date, weight, ...assignees]
    .filter(fact => fact !== null)
    .map(fact => escaped(String(fact)))
    .join(', ')

const dateOf = (date: Date): string => date.toISOString().slice(0, 16).replace('T', ' ')

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
