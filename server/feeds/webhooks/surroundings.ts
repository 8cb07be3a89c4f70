import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { toldSshUrl } from '#server/foundation/projects/ssh-url.ts'
import { avatarSql } from '#server/foundation/users/present.ts'
import type { Commit } from '#server/platform/git/objects.ts'

const levels = { private: 0, internal: 10, public: 20 } as const

/** The project of an event, in payloads. */
export interface HookSurroundings {
  readonly projectId: number
  readonly defaultBranch: string
  readonly webUrl: string
  readonly project: Readonly<Record<string, unknown>>
  readonly repository: Readonly<Record<string, unknown>>
}

/** Null if the project no longer exists. @source GitLab's docs, webhook events */
export async function surroundingsOf(ctx: Context, projectId: number): Promise<HookSurroundings | null> {
  const { externalUrl } = ctx.services.settings
  const { rows } = await sql<{
    name: string
    description: string
    fullPath: string
    visibility: keyof typeof levels
    defaultBranch: string
    parent: string | null
  }>`
    select n.name, n.description, n.full_path, n.visibility, p.default_branch, parent.name as parent
    from namespaces n join projects p on p.id = n.id left join namespaces parent on parent.id = n.parent_id
    where n.id = ${projectId}`.execute(ctx.db)
  const found = rows[0]
  if (found === undefined) return null
  const { name, description, fullPath, visibility, defaultBranch, parent } = found
  const webUrl = `${externalUrl}/${fullPath}`
  const sshUrl = toldSshUrl(ctx.services.settings, fullPath)
  const httpUrl = `${webUrl}.git`
  return {
    projectId,
    defaultBranch,
    webUrl,
    project: {
      id: projectId,
      name,
      description,
      web_url: webUrl,
      avatar_url: null,
      git_ssh_url: sshUrl,
      git_http_url: httpUrl,
      namespace: parent ?? '',
      visibility_level: levels[visibility],
      path_with_namespace: fullPath,
      default_branch: defaultBranch,
      ci_config_path: null,
      homepage: webUrl,
      url: httpUrl,
      ssh_url: sshUrl,
      http_url: httpUrl,
    },
    repository: { name, url: httpUrl, description, homepage: webUrl },
  }
}

/** A commit as payloads tell it. */
export const toldCommit = ({ webUrl }: HookSurroundings, commit: Commit) => ({
  id: commit.id,
  message: commit.message,
  title: commit.title,
  timestamp: commit.committer.date,
  url: `${webUrl}/-/commit/${commit.id}`,
  author: { name: commit.author.name, email: commit.author.email },
})

/** The user who made the change, without email addresses. */
export async function userOf(ctx: Context): Promise<Readonly<Record<string, unknown>>> {
  const { actor } = ctx
  if (actor.kind !== 'user') return { id: null, name: 'Ghost User', username: 'ghost', avatar_url: null, email: hidden }
  const { rows } = await sql<{ avatarUrl: string | null }>`
    select ${avatarSql('u', sql.lit(ctx.services.settings.externalUrl))} as avatar_url from users u where u.id = ${actor.id}`.execute(
    ctx.db,
  )
  const { id, name, username } = actor
  return { id, name, username, avatar_url: rows[0]?.avatarUrl ?? null, email: hidden }
}

const hidden = '[REDACTED]'
