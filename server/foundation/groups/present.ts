import { type RawBuilder, sql } from 'kysely'
import { branchProtection, protectionDefaults } from '#server/foundation/namespaces/branch-protection.ts'
import { namespaceAvatar, namespaceWebUrl } from '#server/foundation/namespaces/present.ts'
import type { Settings } from '#server/settings.ts'

/** The tables that `groupJson` looks at. */
export const groupTables = sql`namespaces n join groups g on g.id = n.id`

/**
 * A group as JSON made by PostgreSQL, for a statement in which `n` is its row of `namespaces` and `g` that of `groups`.
 *
 * @param more  further columns, as in `${x} as name`
 */
export function groupJson(settings: Settings, more: readonly RawBuilder<unknown>[] = []): RawBuilder<unknown> {
  return sql`(select row_to_json(shown) from (select ${sql.join([groupColumns(settings), ...more])}) shown)`
}

function groupColumns(settings: Settings): RawBuilder<unknown> {
  return sql`n.id, ${namespaceWebUrl(settings, 'n')} as web_url, n.name, n.path, n.description, n.visibility, g.share_with_group_lock,
    false as require_two_factor_authentication, 48 as two_factor_grace_period, g.project_creation_level,
    null::boolean as auto_devops_enabled, g.subgroup_creation_level, not n.emails_enabled as emails_disabled, n.emails_enabled,
    g.mentions_disabled, false as lfs_enabled, n.archived, g.default_branch, ${branchProtection} as default_branch_protection,
    ${protectionDefaults(branchProtection)} as default_branch_protection_defaults, ${namespaceAvatar(settings, 'n')} as avatar_url, g.request_access_enabled,
    n.full_name, n.full_path, iso(n.created_at) as created_at, n.parent_id, 1 as organization_id,
    'disabled_and_unoverridable' as shared_runners_setting, null::integer as max_artifacts_size, n.marked_for_deletion_on,
    null::text as ldap_cn, null::text as ldap_access, '[]'::json as ldap_group_links, null::bigint as file_template_project_id,
    'disabled' as wiki_access_level, null::text as ip_restriction_ranges, false as membership_lock`
}
