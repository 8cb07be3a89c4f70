import { type RawBuilder, sql } from 'kysely'
import { isAdmin } from '#server/access/facts.ts'
import { levelSql } from '#server/access/levels.ts'
import { visibleNamespaces } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { customAttributesJson } from '#server/foundation/custom-attributes/filter.ts'
import { featureLevelColumns } from '#server/foundation/namespaces/feature-level-columns.ts'
import { namespaceAvatar, namespaceBasicJson } from '#server/foundation/namespaces/present.ts'
import { sharedWithGroups } from '#server/foundation/namespaces/shared-with.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { notExpired } from '#server/platform/sql/expiry.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { licenseJson, licenseUrl } from './license.ts'
import { serviceDeskAddress } from './service-desk-address.ts'
import { toldSshBase } from './ssh-url.ts'

const m = columnsOf('members', 'm')
const p = columnsOf('projects', 'p')

export interface ProjectForm {
  /** Only the fields of ProjectBasic. */
  readonly simple?: boolean
  readonly statistics?: boolean
  readonly customAttributes?: boolean
  /** Left out when it was not asked for; `hidden` from those who may not read the code. */
  readonly license?: 'shown' | 'hidden'
}

/**
 * A project as JSON made by PostgreSQL, for a statement in which `n` is its row of `namespaces`, `p` that of `projects`
 * and `pn` its parent's of `namespaces`.
 */
export function projectJson(
  ctx: Context,
  { simple = false, statistics = false, customAttributes = false, license }: ProjectForm = {},
): RawBuilder<unknown> {
  const basic = basicColumns(ctx)
  if (simple) return sql`(select row_to_json(shown) from (select ${basic}) shown)`
  const { actor } = ctx
  const parts = [basic, fullColumns(ctx)]
  if (actor.kind === 'user') parts.push(permissions(actor.id))
  if (statistics) parts.push(statisticsColumn)
  if (customAttributes) parts.push(sql`${customAttributesJson('namespace', sql`n.id`)} as custom_attributes`)
  if (license !== undefined) parts.push(license === 'shown' ? licenseColumns(ctx) : noLicense)
  const level = isAdmin(actor)
    ? sql`50`
    : actor.kind === 'user'
      ? sql`access_level_of(${actor.id}, n.ancestor_ids)`
      : sql`0`
  // Only a personal project has its owner, and only a fork its source. These quotes would be escaped within a JSON
  // text, so no text can match.
  return sql`(select replace(replace(row_to_json(shown)::text, '"owner":null,', ''), '"forked_from_project":null,', '')::json
    from (select ${level} as level) own, lateral (select ${sql.join(parts)}) shown)`
}

/** A Project's JSON ends here: the tables that `projectJson` looks at. */
export const projectTables = sql`namespaces n join projects p on p.id = n.id join namespaces pn on pn.id = n.parent_id`

function basicColumns({ services }: Context): RawBuilder<unknown> {
  const { settings } = services
  const site = sql.lit(settings.externalUrl)
  return sql`n.id, nullif(n.description, '') as description, n.name, n.full_name as name_with_namespace, n.path,
    n.full_path as path_with_namespace, iso(n.created_at) as created_at, p.default_branch, p.topics as tag_list, p.topics,
    ${sql.lit(toldSshBase(settings))} || n.full_path || '.git' as ssh_url_to_repo, ${site} || '/' || n.full_path || '.git' as http_url_to_repo,
    ${site} || '/' || n.full_path as web_url, case when p.readme_path is not null then ${site} || '/' || n.full_path || '/-/blob/' || p.default_branch || '/' || p.readme_path end as readme_url, p.forks_count,
    ${namespaceAvatar(settings, 'n')} as avatar_url, p.star_count, iso(p.last_activity_at) as last_activity_at, n.visibility,
    ${namespaceBasicJson(settings, 'pn')} as namespace`
}

function fullColumns(ctx: Context): RawBuilder<unknown> {
  const {
    services: { settings },
    actor,
  } = ctx
  const self = sql`${sql.lit(`${settings.externalUrl}/api/v4/projects/`)} || n.id`
  const mayReadIssues = sql`(p.issues_access_level = 'enabled' or (p.issues_access_level = 'private' and own.level >= ${levelSql('guest')}))`
  const signedIn = actor.kind === 'user' ? sql`true` : sql`false`
  const off = (...names: readonly string[]) => sql.join(names.map(name => sql`'disabled' as ${sql.ref(name)}`))
  const no = (...names: readonly string[]) => sql.join(names.map(name => sql`false as ${sql.ref(name)}`))
  const absent = (...names: readonly string[]) => sql.join(names.map(name => sql`null::text as ${sql.ref(name)}`))
  return sql`${object({
    self,
    issues: sql`${self} || '/issues'`,
    merge_requests: sql`${self} || '/merge_requests'`,
    repo_branches: sql`${self} || '/repository/branches'`,
    labels: sql`${self} || '/labels'`,
    events: sql`${self} || '/events'`,
    members: sql`${self} || '/members'`,
    cluster_agents: sql`${self} || '/cluster_agents'`,
  })} as _links,
    '' as container_registry_image_prefix, n.marked_for_deletion_on as marked_for_deletion_at, n.marked_for_deletion_on,
    p.last_pushed_at is null as empty_repo, n.archived,
    case when pn.kind = 'user' then (select ${userBasicJson(settings, 'owner')} from users owner where owner.id = pn.owner_id) end as owner,
    p.resolve_outdated_diff_discussions, null::json as container_expiration_policy, 'sha1' as repository_object_format,
    p.issues_access_level <> 'disabled' as issues_enabled, p.merge_requests_access_level <> 'disabled' as merge_requests_enabled,
    ${no('packages_enabled', 'wiki_enabled', 'jobs_enabled', 'snippets_enabled', 'container_registry_enabled')},
    p.service_desk_enabled, case when own.level >= ${levelSql('planner')} then ${serviceDeskAddress(settings)} end as service_desk_address,
    ${signedIn} and (p.merge_requests_access_level = 'enabled' or (p.merge_requests_access_level = 'private' and own.level >= ${levelSql('guest')}))
      and not n.inactive as can_create_merge_request_in,
    ${featureLevelColumns}, p.repository_access_level as forking_access_level,
    ${off(
      'wiki_access_level',
      'builds_access_level',
      'snippets_access_level',
      'pages_access_level',
      'analytics_access_level',
      'container_registry_access_level',
      'security_and_compliance_access_level',
      'infrastructure_access_level',
      'monitor_access_level',
      'model_experiments_access_level',
      'model_registry_access_level',
      'package_registry_access_level',
      'requirements_access_level',
    )},
    not n.emails_enabled as emails_disabled, n.emails_enabled, ${no('show_diff_preview_in_email', 'shared_runners_enabled')},
    false as lfs_enabled, n.creator_id, p.mr_default_target_self, ${absent('import_url', 'import_type')}, p.import_error,
    p.import_status, ${forkedFrom(ctx)} as forked_from_project,
    case when ${mayReadIssues} then p.open_issues_count - case when own.level >= ${levelSql('planner')} then 0 else p.open_confidential_issues_count end end
      as open_issues_count,
    n.description_html, iso(n.updated_at) as updated_at, null::text as ci_config_path, ${no('public_jobs')},
    ${sharedWithGroups(actor)} as shared_with_groups, p.only_allow_merge_if_pipeline_succeeds, p.allow_merge_on_skipped_pipeline,
    p.request_access_enabled, p.only_allow_merge_if_all_discussions_are_resolved, p.remove_source_branch_after_merge,
    ${no('printing_merge_request_link_enabled')}, p.merge_method, null::text as merge_request_title_regex, p.squash_option,
    true as enforce_auth_checks_on_uploads, p.suggestion_commit_message, p.merge_commit_template, p.squash_commit_template,
    p.issue_branch_template, p.file_preview_url, p.file_preview_paths, true as warn_about_potentially_unwanted_characters, p.autoclose_referenced_issues,
    null::integer as max_artifacts_size, 0 as approvals_before_merge, ${no('mirror', 'requirements_enabled', 'security_and_compliance_enabled')},
    null::text as external_authorization_classification_label, '[]'::json as compliance_frameworks, p.issues_template,
    p.merge_requests_template, ${no(
      'merge_pipelines_enabled',
      'merge_trains_enabled',
      'only_allow_merge_if_all_status_checks_passed',
      'prevent_merge_without_jira_issue',
    )}`
}

/** The project from which a project was forked, as ProjectBasic; null where the actor may not see it. */
const forkedFrom = (
  ctx: Context,
): RawBuilder<unknown> => sql`(select row_to_json(ff) from (select p.forked_from_id as source_id offset 0) src
  cross join lateral (select ${basicColumns(ctx)} from ${projectTables} where n.id = src.source_id and ${visibleNamespaces(ctx.actor, 'n')}) ff)`

function permissions(actorId: number): RawBuilder<unknown> {
  const access = (
    where: RawBuilder<unknown>,
  ) => sql`(select ${object({ ...m.fields('accessLevel'), notification_level: sql`coalesce(array_position(array['disabled', 'participating', 'watch', 'global', 'mention', 'custom'], s.level) - 1, 3)` })}
    from members m left join notification_settings s on s.user_id = m.user_id and s.namespace_id = m.namespace_id
    where m.user_id = ${actorId} and ${where} and ${notExpired('m.expires_at')}
    order by m.access_level desc limit 1)`
  return sql`${object({ project_access: access(sql`m.namespace_id = n.id`), group_access: sql`case when pn.kind = 'group' then ${access(sql`m.namespace_id = any (pn.ancestor_ids)`)} end` })} as permissions`
}

const statisticsColumn = sql`(select ${object({
  ...p.fields('commitCount'),
  storage_size: sql`p.repository_size_bytes + u.size`,
  repository_size: p('repositorySizeBytes'),
  wiki_size: sql.lit(0),
  lfs_objects_size: sql.lit(0),
  job_artifacts_size: sql.lit(0),
  pipeline_artifacts_size: sql.lit(0),
  packages_size: sql.lit(0),
  snippets_size: sql.lit(0),
  uploads_size: sql`u.size`,
  container_registry_size: sql.lit(0),
})}
  from (select coalesce(sum(size_bytes), 0)::bigint as size from uploads where namespace_id = n.id) u) as statistics`

const licenseColumns = (ctx: Context): RawBuilder<unknown> =>
  sql`${licenseUrl(ctx)} as license_url, ${licenseJson} as license`
const noLicense = sql`null::text as license_url, null::json as license`
