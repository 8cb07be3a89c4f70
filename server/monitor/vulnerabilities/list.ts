import { type RawBuilder, sql } from 'kysely'
import type { getVulnerabilityReport } from '#contract/monitor/vulnerabilities/vulnerability-pages.ts'
import {
  vulnerabilityLimits as limits,
  type VulnerabilitySort,
  vulnerabilityFilterOf,
  vulnerabilitySeverities,
  vulnerabilityStates,
} from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { Malformed } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { rowsInWindow, runIn, type SortKey } from '#server/platform/sql/keyset.ts'
import { cursorsOf, windowOf } from '#server/platform/sql/list-cursors.ts'
import { matchesSearch } from '#server/platform/sql/search.ts'
import { columnsOf, moment, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Paging, pageOfJson } from '#server/slice.ts'
import { reasonSql, reportTypeSql, severitySql, stateSql, vulnerabilityJson, vulnerabilityTables } from './present.ts'

const v = columnsOf('vulnerabilities', 'v')

/** The orders of a list within a project, each with an index. */
const orders: Readonly<Record<VulnerabilitySort, readonly SortKey[]>> = {
  severity: [
    { value: sql`v.severity_rank`, type: 'integer', direction: 'desc' },
    { value: sql`v.id`, type: 'bigint', direction: 'desc' },
  ],
  detected: [
    { value: sql`v.detected_at`, type: 'timestamptz', direction: 'desc' },
    { value: sql`v.id`, type: 'bigint', direction: 'desc' },
  ],
}

interface ListFilter {
  readonly states: readonly string[]
  readonly scanners: readonly string[]
  readonly search: string
}

/** A condition on `vulnerabilities v` and their scanners `s`, without the severity. */
const matches = (projectId: number, { states, scanners, search }: ListFilter): RawBuilder<boolean> =>
  sql<boolean>`v.namespace_id = ${projectId} and v.state = any (${[...states]}::text[])
    and ${scanners.length === 0 ? sql`true` : sql`s.external_id = any (${[...scanners]}::text[])`} and ${vulnerabilityMatches(search)}`

/** The condition of a search in titles, places and identifiers. */
export const vulnerabilityMatches = (search: string): RawBuilder<unknown> =>
  matchesSearch(sql`concat_ws(' ', v.title, v.location->>'file', v.location->>'package', v.identifiers::text)`, search)

/** @throws Malformed  a word that is none of those */
function knownWords<Word extends string>(
  name: string,
  given: readonly string[] | undefined,
  words: readonly Word[],
): readonly Word[] | undefined {
  return given?.map(each => {
    const word = words.find(known => known === each)
    if (word === undefined) throw new Malformed(`${name} does not have a valid value`)
    return word
  })
}

/** The list of a project's vulnerabilities as its page shows it. @throws Malformed  an unknown word or cursor */
export async function showReport(
  ctx: Context,
  project: Allowed<'project:read-vulnerabilities', ProjectRow>,
  { sort = 'severity', cursor, search = '', scanner = [], ...words }: InputOf<typeof getVulnerabilityReport>,
) {
  const states = knownWords('state', words.state, vulnerabilityStates) ?? vulnerabilityFilterOf({}).state
  const severities = knownWords('severity', words.severity, vulnerabilitySeverities) ?? []
  const filter = { states, scanners: scanner.slice(0, limits.scanners), search }
  const window = windowOf(cursor, limits.perPage)
  const where = sql`${matches(project.id, filter)} and ${severities.length === 0 ? sql`true` : sql`v.severity = any (${[...severities]}::text[])`}`
  const { rows, hasMore } = await rowsInWindow<{ readonly json: string }>(
    runIn(ctx.db),
    { columns: sql`${listedJson}::text as json`, from: vulnerabilityTables, where, keys: orders[sort] },
    window,
  )
  const counted = await sql<{ severities: string; scanners: string; lastScan: string | null }>`
    select (select json_build_object(${sql.join(
      vulnerabilitySeverities.map(each => sql`${sql.lit(each)}, count(*) filter (where v.severity = ${sql.lit(each)})`),
    )}) from ${vulnerabilityTables} where ${matches(project.id, filter)})::text as severities,
      (select coalesce(json_agg(json_build_object('external_id', external_id, 'name', name) order by name, id), '[]')
        from vulnerability_scanners where namespace_id = ${project.id})::text as scanners,
      (select json_build_object('sha', sha, 'created_at', ${moment(sql<string>`created_at`)}) from security_scans
        where namespace_id = ${project.id} and ref = ${project.defaultBranch} order by id desc limit 1)::text as last_scan`.execute(
    ctx.db,
  )
  const [counts] = counted.rows
  return {
    vulnerabilities: new RawJson(`[${rows.map(({ json }) => json).join(',')}]`),
    pagination: cursorsOf(window.start, rows, hasMore),
    severities: new RawJson(counts?.severities ?? '{}'),
    scanners: new RawJson(counts?.scanners ?? '[]'),
    lastScan: new RawJson(counts?.lastScan ?? 'null'),
    namespace: await showHeader(ctx, project),
    permissions: { canUpdate: may(ctx.actor, 'project:update-vulnerabilities', project.facts) },
  }
}

const listedJson = object({
  ...v.fields('id', 'title'),
  severity: severitySql,
  state: stateSql,
  dismissal_reason: reasonSql,
  report_type: reportTypeSql,
  scanner: sql`s.name`,
  location: sql`v.location`,
  identifiers: sql`(select coalesce(json_agg(each->>'name' order by nth), '[]')
    from jsonb_array_elements(v.identifiers) with ordinality as listed(each, nth) where nth <= 2)`,
  ...v.fields('resolvedOnDefaultBranch'),
  issues_count: sql`(select count(*) from vulnerability_issue_links l where l.vulnerability_id = v.id)`,
  detected_at: moment(v('detectedAt')),
})

/** The list of the API. @source rest.md 15.5 */
export const listOfProject = (ctx: Context, { id }: { readonly id: number }, input: Paging) =>
  pageOfJson<never>(ctx, input, {
    item: vulnerabilityJson(ctx),
    matching: sql`${vulnerabilityTables} where v.namespace_id = ${id}`,
    order: sql`v.severity_rank desc, v.id desc`,
  })
