import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { gitStream } from '#server/platform/git/run.ts'
import { StreamReply } from '#server/slice.ts'
import { safeHeaders } from '../files/raw.ts'
import { commitOfPage } from '../open.ts'

const forms = {
  patch: ['format-patch', '--stdout', '-1'],
  diff: ['show', '--format=', '--patch', '--diff-merges=first-parent'],
} as const

/**
 * A commit as text for other tools.
 *
 * @throws NotFound  no such commit
 */
export async function sendCommitText(
  ctx: Context,
  project: Allowed<'project:read-code', ProjectRow>,
  sha: string,
  form: keyof typeof forms,
): Promise<StreamReply> {
  const { dir, commitId } = await commitOfPage(ctx, project, sha)
  const stream = await gitStream(dir, [...forms[form], commitId], { lane: 'transfer', timeoutMs: 60_000 })
  return new StreamReply(stream, { 'content-type': 'text/plain; charset=utf-8', ...safeHeaders('text/plain') })
}
