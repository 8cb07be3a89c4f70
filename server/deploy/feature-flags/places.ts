import type { Allowed } from '#server/access/load.ts'
import { load } from '#server/access/load.ts'
import { lookUpRef, repositoryOf } from '#server/code/repository/open.ts'
import type { Context } from '#server/context.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { addressOf } from '#server/platform/git/files/address.ts'
import { grep } from '#server/platform/git/files/grep.ts'
import type { FlagRow } from './find.ts'

const mostPlaces = 200
const mostHits = 2_000

/**
 * The lines of the default branch that name a flag, and the same as a list for a merge request.
 *
 * @throws NotFound · @throws Forbidden  the actor may not read the code
 */
export async function placesOf(ctx: Context, { namespaceId, flag }: Allowed<'project:read-feature-flags', FlagRow>) {
  const project = await load(ctx, 'project:read-code', projectByRef, { id: namespaceId })
  const dir = await repositoryOf(ctx, project)
  const head = dir === null ? null : await lookUpRef(dir, project, 'HEAD')
  if (dir === null || head === null) return { branch: null, hasMore: false, places: [], markdown: '' }
  const hits = await grep(dir, head.commitId, flag.name, { limit: mostHits })
  // A part of a longer name is another flag.
  const whole = new RegExp(`(?<![\\w-])${flag.name}(?![\\w-])`)
  const found = hits.flatMap(({ path, startLine, text }) =>
    text
      .replace(/\n$/, '')
      .split('\n')
      .flatMap((line, at) =>
        whole.test(line) ? [{ path, line: startLine + at, text: line.trim().slice(0, 200) }] : [],
      ),
  )
  const places = found.slice(0, mostPlaces)
  const { externalUrl } = ctx.services.settings
  const blob = `${externalUrl}/${project.fullPath}/-/blob/${addressOf(project.defaultBranch)}`
  const lines = places.map(
    ({ path, line }) => `- [ ] [\`${path.replaceAll('`', '')}:${line}\`](${blob}/${addressOf(path)}#L${line})`,
  )
  return {
    branch: project.defaultBranch,
    hasMore: found.length > places.length || hits.length === mostHits,
    places,
    markdown: lines.length === 0 ? '' : [`Remove the feature flag \`${flag.name}\`:`, '', ...lines, ''].join('\n'),
  }
}
