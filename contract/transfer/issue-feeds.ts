import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { issueFilters } from '#contract/plan/issues/issues.ts'
import { Bytes } from '#contract/shapes.ts'

const operation = operationsOf('Issues')

/** The reader's token: a feed reader has no session, so the address holds it. */
const reader = { feedToken: Type.Optional(Type.String({ maxLength: 100 })) }
const place = { namespace: Type.String() }

const summaries = {
  atom: (what: string) => `Get the latest issues ${what} as an Atom feed`,
  ics: (what: string) => `Get the issues ${what} with due dates as a calendar`,
}
type FeedEnding = keyof typeof summaries

const ofPlace = (name: string, path: string, what: string, ending: FeedEnding) =>
  operation({
    name,
    summary: summaries[ending](what),
    at: `GET ${path}.${ending}` as `GET /${string}`,
    door: 'browser',
    input: Type.Object({ ...place, ...issueFilters, ...reader }),
    reply: Bytes,
  })

const own = (name: string, ending: FeedEnding) =>
  operation({
    name,
    summary: summaries[ending]('assigned to the current user'),
    at: `GET /dashboard/issues.${ending}`,
    door: 'browser',
    input: Type.Object({ ...issueFilters, ...reader }),
    reply: Bytes,
  })

const [project, group] = ['/:namespace/-/issues', '/groups/:namespace/-/issues'] as const

export const issueFeeds = {
  projectAtom: ofPlace('getProjectIssuesAtom', project, 'of a project', 'atom'),
  projectCalendar: ofPlace('getProjectIssuesCalendar', project, 'of a project', 'ics'),
  groupAtom: ofPlace('getGroupIssuesAtom', group, 'of a group', 'atom'),
  groupCalendar: ofPlace('getGroupIssuesCalendar', group, 'of a group', 'ics'),
  ownAtom: own('getOwnIssuesAtom', 'atom'),
  ownCalendar: own('getOwnIssuesCalendar', 'ics'),
}

const Token = Type.Object({ feedToken: Type.String() })

export const getFeedToken = operation({
  name: 'getFeedToken',
  summary: "Get the current user's feed token, which gives access only to feeds and calendars",
  at: 'GET /-/user_settings/feed_token',
  reply: Token,
})

export const resetFeedToken = operation({
  name: 'resetFeedToken',
  summary: "Reset the current user's feed token. URLs with the old token stop working",
  at: 'PUT /-/user_settings/feed_token',
  reply: Token,
})
