import { getFeedToken, issueFeeds, resetFeedToken } from '#contract/transfer/issue-feeds.ts'
import { getOnCallCalendar } from '#contract/transfer/on-call-feeds.ts'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { groupByPath } from '#server/foundation/namespaces/find-group.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { privateToken, resetPrivateToken } from '#server/foundation/users/private-tokens.ts'
import { type Answer, answer } from '#server/slice.ts'
import { type FeedPlace, ownPlace, readerOf, sendAtom, sendCalendar, tokenPrefix } from './feeds.ts'
import { sendShifts } from './on-call.ts'

async function projectPlace(ctx: Context, namespace: string): Promise<FeedPlace> {
  const project = await load(ctx, 'project:read-issues', projectByPath, { namespace })
  return {
    title: `${project.fullName}: issues`,
    path: `/${project.fullPath}/-/issues`,
    scope: { kind: 'project', project },
  }
}

async function groupPlace(ctx: Context, namespace: string): Promise<FeedPlace> {
  const { id, fullPath, fullName } = await load(ctx, 'group:read', groupByPath, { namespace })
  return {
    title: `${fullName}: issues`,
    path: `/groups/${fullPath}/-/issues`,
    scope: { kind: 'group', id, fullPath, withArchived: false },
  }
}

const ofPlaces = (
  [
    [issueFeeds.projectAtom, projectPlace, sendAtom],
    [issueFeeds.projectCalendar, projectPlace, sendCalendar],
    [issueFeeds.groupAtom, groupPlace, sendAtom],
    [issueFeeds.groupCalendar, groupPlace, sendCalendar],
  ] as const
).map(([operation, placeOf, send]) =>
  answer(operation, {
    for: 'anyone',
    run: async (outer, { namespace, feedToken, ...filter }) => {
      const ctx = await readerOf(outer, feedToken)
      return send(ctx, await placeOf(ctx, namespace), filter)
    },
  }),
)

const ofOwn = (
  [
    [issueFeeds.ownAtom, sendAtom],
    [issueFeeds.ownCalendar, sendCalendar],
  ] as const
).map(([operation, send]) =>
  answer(operation, {
    for: 'anyone',
    run: async (outer, { feedToken, ...filter }) => {
      const ctx = await readerOf(outer, feedToken)
      return send(ctx, ownPlace(ctx), { ...filter, scope: 'assigned_to_me' })
    },
  }),
)

export const issueFeedAnswers: readonly Answer[] = [
  ...ofPlaces,
  ...ofOwn,
  answer(getOnCallCalendar, {
    for: 'anyone',
    run: async (outer, { namespace, mine = false, feedToken }) =>
      sendShifts(await readerOf(outer, feedToken), namespace, mine),
  }),
  answer(getFeedToken, {
    for: 'signed-in',
    bySession: true,
    run: async ctx => ({ feedToken: `${tokenPrefix}${await privateToken(ctx, 'feed')}` }),
  }),
  answer(resetFeedToken, {
    for: 'signed-in',
    bySession: true,
    run: async ctx => ({ feedToken: `${tokenPrefix}${await resetPrivateToken(ctx, 'feed')}` }),
  }),
]
