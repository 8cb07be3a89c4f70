import { type RawBuilder, sql } from 'kysely'
import { type PipelineState, pipelineStates, pipelineStatus } from '#contract/code/commits/pipeline-status.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import type { Settings } from '#server/settings.ts'

const pl = columnsOf('pipelines', 'pl')
const cs = columnsOf('commitStatuses', 'cs')

/** Statuses are only reported from outside: nothing is run here. */
export const pipelineSource = 'external'
export const statusStage = 'external'

/** The path of a pipeline's page, from the root of the site. */
export const pipelinePath = (fullPath: string, pipelineId: number): string => `/${fullPath}/-/pipelines/${pipelineId}`

const pathSql = sql<string>`(select pn.full_path from namespaces pn where pn.id = pl.namespace_id) || '/-/pipelines/' || pl.id`

/** The columns of PipelineBasic, of `pipelines pl`, as members of a JSON object. */
const basicFields = (settings: Settings) => ({
  ...pl.fields('id', 'iid'),
  project_id: pl('namespaceId'),
  ...pl.fields('sha', 'ref', 'status'),
  source: sql.lit(pipelineSource),
  ...pl.moments('createdAt', 'updatedAt'),
  web_url: sql`${sql.lit(`${settings.externalUrl}/`)} || ${pathSql}`,
})

/** PipelineBasic of `pipelines pl`, as JSON made by PostgreSQL. */
export const pipelineBasicJson = (settings: Settings): RawBuilder<unknown> => object(basicFields(settings))

const byState = (word: (state: PipelineState) => string): RawBuilder<string> =>
  sql<string>`case pl.status ${sql.join(
    pipelineStates.map(state => sql`when ${sql.lit(state)} then ${sql.lit(word(state))}`),
    sql` `,
  )} end`

const label = byState(state => pipelineStatus[state].label)

/** The icon of the site: there are no icons for each status. */
export const statusFavicon = '/favicon.svg'

/** Pipeline of `pipelines pl`, as JSON made by PostgreSQL. @source rest.md 2.4 */
export const pipelineJson = (settings: Settings): RawBuilder<unknown> =>
  object({
    ...basicFields(settings),
    before_sha: sql.lit('0000000000000000000000000000000000000000'),
    tag: pl('isTag'),
    yaml_errors: sql.lit(null),
    user: sql`(select ${userBasicJson(settings, 'pu')} from users pu where pu.id = pl.user_id)`,
    ...pl.moments('startedAt', 'finishedAt'),
    committed_at: sql.lit(null),
    duration: sql`round(extract(epoch from pl.finished_at - pl.started_at))`,
    queued_duration: sql.lit(null),
    coverage: sql`(select round(avg(pc.coverage)::numeric, 2)::text from commit_statuses pc where pc.pipeline_id = pl.id and not pc.is_replaced)`,
    detailed_status: object({
      icon: byState(state => pipelineStatus[state].icon),
      text: byState(state => pipelineStatus[state].text),
      label,
      group: pl('status'),
      tooltip: label,
      has_details: sql.lit(true),
      details_path: sql`'/' || ${pathSql}`,
      illustration: sql.lit(null),
      favicon: sql.lit(statusFavicon),
    }),
    archived: sql.lit(false),
  })

/** CommitStatus of `commit_statuses cs`, as JSON made by PostgreSQL. @source rest.md 2.4 */
export const commitStatusJson = (settings: Settings): RawBuilder<unknown> =>
  object({
    ...cs.fields('id', 'sha', 'ref', 'status', 'name', 'targetUrl', 'description'),
    ...cs.moments('createdAt', 'startedAt', 'finishedAt'),
    allow_failure: sql.lit(false),
    ...cs.fields('coverage', 'pipelineId'),
    author: sql`(select ${userBasicJson(settings, 'cu')} from users cu where cu.id = cs.author_id)`,
  })
