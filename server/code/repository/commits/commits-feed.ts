import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { readLog } from '#server/platform/git/commits/log.ts'
import { addressOf } from '#server/platform/git/files/address.ts'
import { atomFeed } from '#server/platform/text/atom.ts'
import { StreamReply } from '#server/slice.ts'
import { safeHeaders } from '../files/raw.ts'
import { readRefAndPath, repositoryOf } from '../open.ts'

const commitsInFeed = 20

/**
 * The latest commits of a ref, file or folder as an Atom feed.
 *
 * @param words  ref and path as they are in the address; empty for the default branch
 * @throws NotFound  no such ref
 */
export async function sendCommitsFeed(
  ctx: Context,
  project: Allowed<'project:read-code', ProjectRow>,
  words: string,
): Promise<StreamReply> {
  const dir = await repositoryOf(ctx, project)
  const found = dir === null ? null : await readRefAndPath(dir, project, words)
  if (found === null && words !== '' && words !== project.defaultBranch) throw new NotFound('Commits')
  const commits =
    dir === null || found === null
      ? []
      : await readLog(dir, {
          from: [found.ref.commitId],
          ...(found.path === '' ? {} : { path: found.path }),
          limit: commitsInFeed,
        })
  const base = `${ctx.services.settings.externalUrl}/${project.fullPath}`
  const place = [found?.ref.name ?? project.defaultBranch, found?.path ?? ''].filter(Boolean).join('/')
  const page = `${base}/-/commits/${addressOf(place)}`
  const xml = atomFeed(
    {
      id: page,
      title: `${project.fullName}: commits to ${place}`,
      self: `${page}?format=atom`,
      page,
      entries: commits.map(commit => ({
        id: `${base}/-/commit/${commit.id}`,
        title: commit.title,
        href: `${base}/-/commit/${commit.id}`,
        updated: commit.committer.date,
        author: commit.author,
        content: commit.message,
      })),
    },
    ctx.now,
  )
  return new StreamReply(Buffer.from(xml), {
    'content-type': 'application/atom+xml; charset=utf-8',
    ...safeHeaders('application/atom+xml'),
  })
}
