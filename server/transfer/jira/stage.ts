import { sql } from 'kysely'
import { issueImportTopic } from '#contract/live-topics.ts'
import type { InputOf } from '#contract/operation.ts'
import type { UploadedFile } from '#contract/shapes.ts'
import type { importFromJira } from '#contract/transfer/jira-imports.ts'
import { type Allowed, load } from '#server/access/load.ts'
import { type Context, transact } from '#server/context.ts'
import { Forbidden, Invalid, NotFound } from '#server/errors.ts'
import { type ProjectRow, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { activeActor } from '#server/foundation/users/active-actor.ts'
import { MalformedCsv } from '#server/platform/text/csv-reader.ts'
import type { ImportedIssue, ImportedPerson } from '../issue-imports/imported-issue.ts'
import { messages } from '../issue-imports/messages.ts'
import { findMembers } from '../issue-imports/people.ts'
import { checkFile, closeStaging, csvRows, openImport, type StagedRow, stageRows } from '../issue-imports/stage.ts'
import { type JiraColumns, readJiraHeader, readJiraRow } from './jira-csv.ts'
import { importedOf } from './jira-issue.ts'
import { authorizationOf, fetchJiraPage, type JiraRemote } from './jira-server.ts'

type JiraProject = Allowed<'project:import-jira', ProjectRow>

// The right to import from Jira includes the right to import issues.
const asImporter = (project: JiraProject) => project as unknown as Allowed<'project:import-issues', ProjectRow>

/** People named by an import that are mapped to users. */
const mostPeople = 1_000

/**
 * Store the issues of a CSV export of Jira, so that they can be shown and imported.
 *
 * @throws Invalid  no export of Jira · @throws TooLarge
 */
export async function stageJiraCsv(ctx: Context, project: JiraProject, file: UploadedFile): Promise<number> {
  const name = await checkFile(ctx, file)
  const importId = await openImport(ctx, asImporter(project), { source: 'jira', name })
  const importNumber = await numberOf(ctx, project.id, importId)
  const people = new Map<string, ImportedPerson>()
  try {
    let columns: JiraColumns | null = null
    const rows = async function* (): AsyncGenerator<StagedRow> {
      for await (const { line, cells } of csvRows(file.path)) {
        if (columns === null) columns = readJiraHeader(cells)
        else {
          const issue = importedOf(readJiraRow(columns, cells), importNumber)
          collect(people, issue)
          yield { line, issue, problems: [] }
        }
      }
    }
    const { count, newLabels } = await stageRows(ctx, asImporter(project), importId, rows())
    if (count === 0) throw new Invalid(messages.noRows)
    await keepPeople(ctx, project, importId, [...people.values()])
    // The generator has set them.
    const { ignored } = (columns as JiraColumns | null) ?? { ignored: [] }
    await closeStaging(ctx, importId, count, { ignored, newLabels })
    return importId
  } catch (error) {
    await ctx.db.deleteFrom('issueImports').where('id', '=', importId).execute()
    if (error instanceof MalformedCsv) throw new Invalid(`${error.message}.`, { cause: error })
    throw error
  }
}

/** Begin to fetch the issues of a Jira project: a job does it. @throws Invalid  the address is none */
export async function stageJiraProject(
  ctx: Context,
  project: JiraProject,
  { url, edition = 'cloud', email = '', token, projectKey }: InputOf<typeof importFromJira>,
): Promise<number> {
  const address = URL.parse(url)
  if (address === null || !/^https?:$/.test(address.protocol) || address.username !== '')
    throw new Invalid({ url: ['must be a URL such as https://example.atlassian.net'] })
  if (edition === 'cloud' && email === '') throw new Invalid({ email: ["can't be blank"] })
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Invalid({ token: ['must be a Jira API token'] })
  const base = `${address.origin}${address.pathname.replace(/\/+$/, '')}`
  const remote: JiraRemote = {
    url: base,
    authorization: authorizationOf(edition, email, token),
    edition,
    projectKey: projectKey.toUpperCase(),
    nextPageToken: null,
  }
  const importId = await openImport(ctx, asImporter(project), {
    source: 'jira',
    name: `${address.host} ${remote.projectKey}`,
  })
  await sql`update issue_imports set remote = ${JSON.stringify(remote)}::jsonb where id = ${importId}`.execute(ctx.db)
  await ctx.events.record('jira_import.fetch_due', { importId }, { namespaceId: project.id })
  return importId
}

interface Fetching {
  readonly id: number
  readonly namespaceId: number
  readonly userId: number
  readonly totalCount: number
  readonly remote: JiraRemote
  readonly people: readonly ImportedPerson[]
}

/**
 * Fetch the issues of an import page by page. Each page is stored in one transaction with the start of the next one, so
 * that an interrupted fetch continues there.
 */
export async function fetchJiraIssues(outer: Context, importId: number): Promise<void> {
  for (;;) {
    const { rows } =
      await sql<Fetching>`select id, namespace_id, user_id, total_count, remote, people from issue_imports
      where id = ${importId} and state = 'reading' and remote is not null`.execute(outer.db)
    const [found] = rows
    if (found === undefined) return
    const actor = await activeActor(outer.db, found.userId)
    if (actor === null) return fail(outer, found, messages.blocked)
    const ctx: Context = { ...outer, actor, now: new Date().toISOString() }
    try {
      if (await fetchOnePage(ctx, found)) return
    } catch (error) {
      if (error instanceof Invalid) return fail(ctx, found, error.message)
      if (error instanceof NotFound || error instanceof Forbidden) return fail(ctx, found, messages.lostRight)
      throw error
    }
  }
}

/** @returns whether it was the last */
async function fetchOnePage(ctx: Context, found: Fetching): Promise<boolean> {
  const project = await load(ctx, 'project:import-jira', projectByRef, { id: found.namespaceId })
  const { issues, nextPageToken } = await fetchJiraPage(ctx.services.settings, found.remote)
  const importNumber = await numberOf(ctx, project.id, found.id)
  const people = new Map(found.people.map(person => [person.key, person]))
  const rows = async function* (): AsyncGenerator<StagedRow> {
    for (const [index, issue] of issues.entries()) {
      const imported = importedOf(issue, importNumber)
      collect(people, imported)
      yield { line: found.totalCount + index + 1, issue: imported, problems: [] }
    }
  }
  const isLast = nextPageToken === null || issues.length === 0
  await transact(ctx, async inner => {
    // Another job may have stored this page.
    const { rows: held } = await sql`select 1 from issue_imports where id = ${found.id} and state = 'reading'
      and total_count = ${found.totalCount} for no key update`.execute(inner.db)
    if (held.length === 0) return
    const { count, newLabels } = await stageRows(inner, asImporter(project), found.id, rows(), found.totalCount)
    const total = found.totalCount + count
    if (isLast && total === 0) throw new Invalid('The Jira project has no issues.')
    await keepPeople(inner, project, found.id, [...people.values()])
    await sql`update issue_imports set total_count = ${total},
        new_labels = (select coalesce(array_agg(distinct l), '{}') from unnest(new_labels || ${[...newLabels]}::text[]) l),
        state = ${isLast ? 'ready' : 'reading'},
        remote = case when ${!isLast} or ${hasAttachments(found.id)} then ${JSON.stringify({ ...found.remote, nextPageToken })}::jsonb end
      where id = ${found.id}`.execute(inner.db)
    await inner.events.record('issue_import.advanced', { importId: found.id }, scopeOf(found))
  })
  return isLast
}

/** The attachments of an import are fetched when it runs. */
const hasAttachments = (importId: number) => sql`exists (select 1 from issue_import_rows
  where import_id = ${importId} and content #> '{remote,attachments,0}' is not null)`

const scopeOf = ({ id, namespaceId }: Fetching) => ({ namespaceId, topics: [issueImportTopic(id)] })

async function fail(ctx: Context, found: Fetching, reason: string): Promise<void> {
  await transact(ctx, async inner => {
    await sql`update issue_imports set state = 'failed', reason = ${reason}, remote = null, ended_at = now()
      where id = ${found.id} and state = 'reading'`.execute(inner.db)
    await inner.events.record('issue_import.ended', { importId: found.id }, scopeOf(found))
  })
}

function collect(people: Map<string, ImportedPerson>, { remote }: ImportedIssue): void {
  const person = remote?.assignee
  if (person && people.size < mostPeople && !people.has(person.key)) people.set(person.key, person)
}

async function keepPeople(ctx: Context, project: JiraProject, importId: number, people: readonly ImportedPerson[]) {
  const mapped = await findMembers(ctx, project, people)
  await sql`update issue_imports set people = ${JSON.stringify(mapped)}::jsonb where id = ${importId}`.execute(ctx.db)
}

/** The number of an import, counted among the imports from Jira into the project. */
async function numberOf(ctx: Context, projectId: number, importId: number): Promise<number> {
  const { rows } = await sql<{ number: number }>`select count(*) as number from issue_imports
    where namespace_id = ${projectId} and source = 'jira' and id <= ${importId}`.execute(ctx.db)
  return rows[0]?.number ?? 1
}
