import type { NamespaceFacts } from '#server/access/facts.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { lookUpRef, repositoryOf } from '#server/code/repository/open.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { type ProjectRow, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { readFile } from '#server/platform/git/files/blob.ts'
import { readFolder } from '#server/platform/git/files/tree.ts'

export type TemplateKind = 'issue' | 'merge_request'

interface TemplateFile {
  readonly key: string
  readonly name: string
}

type TemplateProject = ProjectRow & { readonly facts: NamespaceFacts }

const suffix = '.md'
// A description cannot be longer.
const longestBytes = 1_048_576

/**
 * The description templates on a project's default branch, by name. Those of merge requests need the right to read the
 * code.
 *
 * @source product-rules.md 13
 */
export async function templatesOf(
  ctx: Context,
  project: TemplateProject,
  kind: TemplateKind,
): Promise<readonly TemplateFile[]> {
  const at = await open(ctx, project, kind)
  if (at === null) return []
  const folder = await readFolder(at.dir, at.commitId, folderOf(kind))
  const names = (folder?.entries ?? []).filter(({ type, name }) => type === 'blob' && isTemplate(name))
  return names
    .map(({ name }) => name.slice(0, -suffix.length))
    .sort((one, other) => one.localeCompare(other, 'en'))
    .map(name => ({ key: name, name }))
}

/**
 * One template with its text.
 *
 * @param sourceId  another project that it is taken from, as far as the actor may read that one
 * @throws NotFound
 */
export async function templateOf(
  ctx: Context,
  project: TemplateProject,
  kind: TemplateKind,
  key: string,
  sourceId?: number,
): Promise<TemplateFile & { readonly content: string }> {
  const source =
    sourceId === undefined || sourceId === project.id
      ? project
      : await loadIfAllowed(ctx, 'project:read-issues', projectByRef, { id: sourceId })
  const at = source === null ? null : await open(ctx, source, kind)
  if (at === null || key.includes('/') || !isTemplate(key + suffix)) throw new NotFound('Template')
  const file = await readFile(at.dir, at.commitId, `${folderOf(kind)}/${key}${suffix}`, { maxBytes: longestBytes })
  if (file === null) throw new NotFound('Template')
  return { key, name: key, content: file.content.toString('utf8') }
}

const isTemplate = (name: string): boolean =>
  name.endsWith(suffix) && name.length > suffix.length && !name.startsWith('.')

const folderOf = (kind: TemplateKind): string => `.gitlab/${kind}_templates`

async function open(ctx: Context, project: TemplateProject, kind: TemplateKind) {
  if (kind === 'merge_request' && !may(ctx.actor, 'project:read-code', project.facts)) return null
  const dir = await repositoryOf(ctx, project)
  if (dir === null) return null
  const place = await lookUpRef(dir, project, project.defaultBranch)
  return place === null ? null : { dir, commitId: place.commitId }
}
