import { sql } from 'kysely'
import { visibleCode } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import {
  meantPaths,
  type ReferenceKind,
  type Resolved,
  siteBase,
  type TextNamespace,
} from '#server/discuss/references/reference-kind.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { resolveCommit } from '#server/platform/git/refs/refs.ts'
import { commitReferences, type ReferenceMatch } from '#server/platform/markdown/references.ts'
import { repositoryOf } from '../open.ts'
import { shortId } from '../present-on-page.ts'

/** `9ba12248`, `group/project@9ba12248` and addresses of commits. */
export const commitKind: ReferenceKind = commitReferenceKind('commit', async (ctx, project, match) => {
  const id = await commitIn(ctx, project, match.target)
  const dir = await repositoryOf(ctx, project)
  const [commit] = id === null || dir === null ? [] : await readCommits(dir, [id])
  if (commit == null) return null
  return { page: `commit/${commit.id}`, short: shortId(commit.id), title: commit.title, commit: commit.id }
})

/** `9ba1..a2c4` and `9ba1...a2c4`. */
export const commitRangeKind: ReferenceKind = commitReferenceKind('commit_range', async (ctx, project, match) => {
  const [, from = '', dots = '', to = ''] = /^([0-9a-f]+)(\.{2,3})([0-9a-f]+)$/.exec(match.target) ?? []
  const [one, other] = await Promise.all([commitIn(ctx, project, from), commitIn(ctx, project, to)])
  if (one === null || other === null) return null
  const short = `${shortId(one)}${dots}${shortId(other)}`
  return { page: `compare/${one}${dots}${other}`, short, title: `Commits ${short}`, commit: other }
})

interface ReferenceProject {
  readonly id: number
  readonly fullPath: string
}

interface FoundCommit {
  /** The part of the address after `/-/`. */
  readonly page: string
  readonly short: string
  readonly title: string
  readonly commit: string
}

/**
 * The limit of words that are looked up: most that look like object names are none, and a text full of them costs no
 * more than this.
 */
const maxLookedUp = 50

function commitReferenceKind(
  kind: 'commit' | 'commit_range',
  find: (ctx: Context, project: ReferenceProject, match: ReferenceMatch) => Promise<FoundCommit | null>,
): ReferenceKind {
  return {
    kind,
    syntaxes: commitReferences.filter(syntax => syntax.kind === kind),
    resolve: async (ctx, namespace, matches, texts = 1) => {
      const asked = matches.slice(0, maxLookedUp * texts)
      const projects = await projectsOf(ctx, namespace, asked)
      const answer = new Map<ReferenceMatch, Resolved>()
      await Promise.all(
        asked.map(async match => {
          const project = projects.get(match)
          const found = project === undefined ? null : await find(ctx, project, match)
          if (project !== undefined && found !== null) answer.set(match, shown(ctx, namespace, project, match, found))
        }),
      )
      return answer
    },
    // The id of a project: who reads its code reads its commits.
    visibleIds: (ctx, ids) => sql`select n.id::text as id from namespaces n join projects p on p.id = n.id
      where n.id = any (${ids.filter(id => /^\d{1,18}$/.test(id))}::bigint[]) and ${visibleCode(ctx.actor, 'n', 'p')}`,
  }
}

/** The project that each match names; one statement, and none when all stand where the text does. */
async function projectsOf(
  ctx: Context,
  namespace: TextNamespace | null,
  matches: readonly ReferenceMatch[],
): Promise<ReadonlyMap<ReferenceMatch, ReferenceProject>> {
  const paths = matches.flatMap(({ path, form }) =>
    path === null ? [] : form === 'text' ? meantPaths(namespace, path) : [path],
  )
  const { rows } =
    paths.length === 0
      ? { rows: [] }
      : await sql<ReferenceProject>`select n.id, n.full_path from namespaces n where n.kind = 'project'
          and lower(n.full_path) = any (${[...new Set(paths.map(path => path.toLowerCase()))]}::text[])`.execute(ctx.db)
  const byPath = new Map(rows.map(row => [row.fullPath.toLowerCase(), row]))
  const answer = new Map<ReferenceMatch, ReferenceProject>()
  for (const match of matches) {
    const { path } = match
    const meant = path === null ? [] : match.form === 'text' ? meantPaths(namespace, path) : [path]
    const named = meant.map(each => byPath.get(each.toLowerCase())).find(each => each !== undefined)
    const project = path === null ? namespace : named
    if (project !== null && project !== undefined) answer.set(match, project)
  }
  return answer
}

async function commitIn(ctx: Context, project: ReferenceProject, name: string): Promise<string | null> {
  const dir = /^[0-9a-f]{7,40}$/.test(name) ? await repositoryOf(ctx, project) : null
  const id = dir === null ? null : await resolveCommit(dir, name)
  // A branch may be called like that too; then the word does not mean a commit.
  return id?.startsWith(name) ? id : null
}

function shown(
  ctx: Context,
  namespace: TextNamespace | null,
  project: ReferenceProject,
  match: ReferenceMatch,
  found: FoundCommit,
): Resolved {
  const text = namespace?.id === project.id ? found.short : `${project.fullPath}@${found.short}`
  return {
    through: project.fullPath,
    rendered: {
      href: `${siteBase(ctx)}/${project.fullPath}/-/${found.page}`,
      text: match.suffix === '' ? text : `${found.title} (${text})`,
      title: found.title,
      classes: '',
      data: { project: project.id, commit: found.commit, referenceId: project.id },
    },
  }
}
