import { statusPagePath } from '#contract/plan/incidents/status-page-path.ts'
import { updateStatusLabels } from '#contract/plan/incidents/status-words.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import type { Context } from '#server/context.ts'
import { untrustedFileHeaders } from '#server/platform/files/untrusted-headers.ts'
import { plainText } from '#server/platform/markdown/text.ts'
import { atomFeed } from '#server/platform/text/atom.ts'
import { StreamReply } from '#server/slice.ts'
import { readStatusPage } from './page.ts'

const latestFirst = <Entry extends { readonly updated: string }>(entries: readonly Entry[]): readonly Entry[] =>
  entries.toSorted((one, other) => (one.updated < other.updated ? 1 : -1))

/** The first page of the published incidents as an Atom feed, each with its updates. @throws NotFound */
export async function sendStatusFeed(
  ctx: Context,
  { namespace }: { readonly namespace: string },
): Promise<StreamReply> {
  const { shown, fullPath } = await readStatusPage(ctx, { id: namespace })
  const { projectName, incidents } = shown
  const page = `${ctx.services.settings.externalUrl}${statusPagePath(fullPath)}`
  const xml = atomFeed(
    {
      id: page,
      title: planTitles.statusPage(projectName),
      self: `${page}.atom`,
      page,
      entries: latestFirst(
        incidents.map(({ title, isResolved, startedAt, resolvedAt, updates }) => ({
          // Numbers of incidents are not told.
          id: `${page}#${startedAt}`,
          title: `${isResolved ? 'Solved: ' : ''}${title}`,
          href: page,
          updated: updates[0]?.createdAt ?? resolvedAt ?? startedAt,
          author: { name: projectName, email: null },
          content: updates
            .map(({ status, message, html }) =>
              [
                status === null ? '' : `${updateStatusLabels[status]}: `,
                html === null ? message : plainText(html),
              ].join(''),
            )
            .join('\n\n'),
        })),
      ),
    },
    ctx.now,
  )
  return new StreamReply(Buffer.from(xml), {
    'content-type': 'application/atom+xml; charset=utf-8',
    ...untrustedFileHeaders('application/atom+xml'),
    'cache-control': 'public, max-age=60',
  })
}
