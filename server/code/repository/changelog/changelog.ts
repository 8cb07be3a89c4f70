import type { getChangelog } from '#contract/code/repository.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Context } from '#server/context.ts'
import { Unprocessable } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { lastCommit } from '#server/platform/git/commits/last-commits.ts'
import { readFile } from '#server/platform/git/files/blob.ts'
import { cleanPath } from '#server/platform/git/files/tree.ts'
import { findRef, listRefs } from '#server/platform/git/refs/refs.ts'
import type { Pushable } from '../../collaboration/pushable.ts'
import { messages } from '../messages.ts'
import { lookUpRef, repositoryOf } from '../open.ts'
import { commitChange } from '../write.ts'
import { type ChangelogConfig, defaultConfig, defaultConfigFile, formatDate, readConfig } from './config.ts'
import { type Entry, entriesOf } from './entries.ts'
import { insertSection } from './insert-section.ts'
import { compareVersions, parseVersion } from './version.ts'

type ChangelogInput = InputOf<typeof getChangelog>

/** A larger file is no changelog that people read. */
const maxBytes = 5 * 1024 * 1024

/**
 * The section of a version in a changelog, by the trailers of its commits.
 *
 * @returns Markdown that begins with `## version (date)`
 * @throws Unprocessable  no such range, or a configuration that cannot be followed
 */
export async function changelogSection(ctx: Context, project: ProjectRow, asked: ChangelogInput): Promise<string> {
  const { version, trailer = 'Changelog', date } = asked
  const dir = await repositoryOf(ctx, project)
  if (dir === null) throw new Unprocessable(messages.noCommits)
  const [to, from, config] = await Promise.all([
    commitAt(dir, project, asked.to || 'HEAD'),
    asked.from ? commitAt(dir, project, asked.from) : previousTag(dir, version),
    configOf(dir, project, asked.configFile),
  ])
  const entries = await entriesOf(ctx, project, { dir, from, to }, trailer)
  const day = formatDate(new Date(date ?? ctx.now), config.dateFormat)
  return `## ${version} (${day})\n\n${written(project, entries, config)}`
}

interface Added extends ChangelogInput {
  readonly branch?: string
  readonly file?: string
  readonly message?: string
}

/** Commit the section of a version to the changelog of a branch. @throws Forbidden  a rule keeps the actor from it */
export async function addToChangelog(ctx: Context, project: Pushable, asked: Added): Promise<void> {
  const { version, branch = project.defaultBranch, file = 'CHANGELOG.md' } = asked
  const section = await changelogSection(ctx, project, asked)
  const path = cleanPath(file)
  const dir = await repositoryOf(ctx, project)
  const head = dir === null ? null : await findRef(dir, 'branch', branch)
  if (dir === null || head === null || path === null) throw new Unprocessable(messages.noBranch(branch))
  const old = await readFile(dir, head.commitId, path, { maxBytes })
  const last = old === null ? null : await lastCommit(dir, head.commitId, path)
  const content = Buffer.from(insertSection(old?.content.toString('utf8') ?? '', version, section))
  await commitChange(ctx, project, {
    branch,
    message: asked.message ?? `Add changelog for version ${version}`,
    // A concurrent change of the file is not overwritten.
    actions: [
      old === null
        ? { action: 'create', path, content }
        : { action: 'update', path, content, ...(last === null ? {} : { lastCommitId: last.id }) },
    ],
  })
}

async function commitAt(dir: string, project: ProjectRow, ref: string): Promise<string> {
  const place = await lookUpRef(dir, project, ref)
  if (place === null) throw new Unprocessable(messages.unknownRefs([ref]))
  return place.commitId
}

/** The commit of the newest stable version before one. */
async function previousTag(dir: string, version: string): Promise<string> {
  const own = parseVersion(version)
  const tags = (await listRefs(dir, 'tag')).flatMap(({ name, commitId }) => {
    const found = parseVersion(name)
    const isEarlier = found !== null && own !== null && found.pre.length === 0 && compareVersions(found, own) < 0
    return isEarlier ? [{ commitId, found }] : []
  })
  const last = tags.toSorted((one, other) => compareVersions(one.found, other.found)).at(-1)
  if (last === undefined) throw new Unprocessable(messages.noEarlierTag)
  return last.commitId
}

async function configOf(dir: string, project: ProjectRow, configFile: string | undefined): Promise<ChangelogConfig> {
  const path = cleanPath(configFile ?? defaultConfigFile)
  const head = await lookUpRef(dir, project, 'HEAD')
  const file =
    path === null || head === null ? null : await readFile(dir, head.commitId, path, { maxBytes: 100 * 1024 })
  if (file !== null) return readConfig(file.content.toString('utf8'))
  if (configFile !== undefined) throw new Unprocessable(messages.noConfigFile(configFile))
  return defaultConfig
}

/** Categories in the order of the configuration, then as they first occur. */
function written({ fullPath }: ProjectRow, entries: readonly Entry[], { categories }: ChangelogConfig): string {
  if (entries.length === 0) return 'No changes.\n'
  const titled = Map.groupBy(entries, ({ category }) => categories.get(category) ?? category)
  const titles = new Set([...categories.values(), ...titled.keys()])
  return [...titles]
    .flatMap(title => {
      const lines = titled.get(title) ?? []
      if (lines.length === 0) return []
      const count = lines.length === 1 ? '1 change' : `${lines.length} changes`
      return [`### ${title} (${count})\n\n${lines.map(entry => `${line(fullPath, entry)}\n`).join('')}`]
    })
    .join('\n')
}

function line(fullPath: string, { commit, credit, mergeRequestIid }: Entry): string {
  const by = credit === null ? '' : ` by @${credit}`
  const from = mergeRequestIid === null ? '' : ` ([merge request](${fullPath}!${mergeRequestIid}))`
  return `- [${commit.title}](${fullPath}@${commit.id})${by}${from}`
}
