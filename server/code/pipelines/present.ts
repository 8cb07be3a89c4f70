import { type RawBuilder, sql } from 'kysely'
import { type PipelineState, pipelineStates, pipelineStatus } from '#contract/code/commits/pipeline-status.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import type { Settings } from '#server/settings.ts'

/** Statuses are only reported from outside: nothing is run here. */
export const pipelineSource = 'external'
export const statusStage = 'external'

/** The path of a pipeline's page, from the root of the site. */
export const pipelinePath = (fullPath: string, pipelineId: number): string => `/${fullPath}/-/pipelines/${pipelineId}`

const pathSql = sql<string>`(select pn.full_path from namespaces pn where pn.id = pl.namespace_id) || '/-/pipelines/' || pl.id`

/** The columns of PipelineBasic, of `pipelines pl`, as pairs for `json_build_object`. */
const basicPairs = (
  settings: Settings,
): RawBuilder<unknown> => sql`'id', pl.id, 'iid', pl.iid, 'project_id', pl.namespace_id,
  'sha', pl.sha, 'ref', pl.ref, 'status', pl.status, 'source', ${sql.lit(pipelineSource)}, 'created_at', iso(pl.created_at),
  'updated_at', iso(pl.updated_at), 'web_url', ${sql.lit(`${settings.externalUrl}/`)} || ${pathSql}`

/** PipelineBasic of `pipelines pl`, as JSON made by PostgreSQL. */
export const pipelineBasicJson = (settings: Settings): RawBuilder<unknown> =>
  sql`json_build_object(${basicPairs(settings)})`

const byState = (word: (state: PipelineState) => string): RawBuilder<string> =>
  sql<string>`case pl.status ${sql.join(
    pipelineStates.map(state => sql`when ${sql.lit(state)} then ${sql.lit(word(state))}`),
    sql` `,
  )} end`

const label = byState(state => pipelineStatus[state].label)

/** The icon of the site: there are no icons for each status. */
export const statusFavicon = '/favicon.svg'

/** Pipeline of `pipelines pl`, as JSON made by PostgreSQL. @source rest.md 2.4 */
export const pipelineJson = (settings: Settings): RawBuilder<unknown> => sql`json_build_object(${basicPairs(settings)},
  'before_sha', '0000000000000000000000000000000000000000', 'tag', pl.is_tag, 'yaml_errors', null,
  'user', (select ${userBasicJson(settings, 'pu')} from users pu where pu.id = pl.user_id),
  'started_at', iso(pl.started_at), 'finished_at', iso(pl.finished_at), 'committed_at', null,
  'duration', round(extract(epoch from pl.finished_at - pl.started_at)), 'queued_duration', null,
  'coverage', (select round(avg(pc.coverage)::numeric, 2)::text from commit_statuses pc where pc.pipeline_id = pl.id and not pc.is_replaced),
  'detailed_status', json_build_object('icon', ${byState(state => pipelineStatus[state].icon)},
    'text', ${byState(state => pipelineStatus[state].text)}, 'label', ${label}, 'group', pl.status, 'tooltip', ${label},
    'has_details', true, 'details_path', '/' || ${pathSql}, 'illustration', null, 'favicon', ${sql.lit(statusFavicon)}),
  'archived', false)`

/** CommitStatus of `commit_statuses cs`, as JSON made by PostgreSQL. @source rest.md 2.4 */
export const commitStatusJson = (
  settings: Settings,
): RawBuilder<unknown> => sql`json_build_object('id', cs.id, 'sha', cs.sha,
  'ref', cs.ref, 'status', cs.status, 'name', cs.name, 'target_url', cs.target_url, 'description', cs.description,
  'created_at', iso(cs.created_at), 'started_at', iso(cs.started_at), 'finished_at', iso(cs.finished_at), 'allow_failure', false,
  'coverage', cs.coverage, 'pipeline_id', cs.pipeline_id,
  'author', (select ${userBasicJson(settings, 'cu')} from users cu where cu.id = cs.author_id))`
