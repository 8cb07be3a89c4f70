import { choiceOf } from '#contract/plan/attributes/plain-attributes.ts'
import { statusPagePath } from '#contract/plan/incidents/status-page-path.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import type { Context } from '#server/context.ts'
import { untrustedFileHeaders } from '#server/platform/files/untrusted-headers.ts'
import { plainText } from '#server/platform/markdown/text.ts'
import { atomFeed } from '#server/platform/text/atom.ts'
import { StreamReply } from '#server/slice.ts'
import { readStatusPage } from './page.ts'

const latestFirst = <Entry extends { readonly updated: string }>(entries: readonly Entry[]): readonly Entry[] =>
  entries.toSorted((one, other) => (one.updated < other.updated ? 1 : -1))

/** The first page of the published incidents as an Atom feed, each with its latest update. @throws NotFound */
export async function sendStatusFeed(
  ctx: Context,
  { namespace }: { readonly namespace: string },
): Promise<StreamReply> {
  const { shown, fullPath } = await readStatusPage(ctx, { namespace })
  const { projectName, incidents } = shown
  const page = `${ctx.services.settings.externalUrl}${statusPagePath(fullPath)}`
  const xml = atomFeed(
    {
      id: page,
      title: planTitles.statusPage(projectName),
      self: `${page}?format=atom`,
      page,
      entries: latestFirst(
        incidents.map(({ title, state, severity, createdAt, closedAt, descriptionHtml, comments }) => {
          const latest = comments.at(-1)
          return {
            // Numbers of incidents are not told.
            id: `${page}#${createdAt}`,
            title: `${state === 'opened' ? 'Open' : 'Closed'}: ${title}`,
            href: page,
            updated: closedAt ?? latest?.createdAt ?? createdAt,
            author: { name: projectName, email: null },
            content: [
              severity === 'UNKNOWN' ? '' : (choiceOf('severity', severity)?.label ?? ''),
              plainText(latest?.html ?? descriptionHtml),
            ]
              .filter(Boolean)
              .join('\n\n'),
          }
        }),
      ),
    },
    ctx.now,
  )
  return new StreamReply(Buffer.from(xml), {
    'content-type': 'application/atom+xml; charset=utf-8',
    ...untrustedFileHeaders('application/atom+xml'),
    'cache-control': 'private, no-cache',
  })
}
