import * as contract from '#contract/feeds/activity.ts'
import { ownChangesPage } from '#contract/feeds/own-changes.ts'
import { isAdmin, isUser } from '#server/access/facts.ts'
import { type Context, selfId } from '#server/context.ts'
import { groupByPath } from '#server/foundation/namespaces/find-group.ts'
import { projectByPath, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { userById, userByRef } from '#server/foundation/users/find.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Answer, answer, Paged, pageOf } from '#server/slice.ts'
import { showOwnChanges } from './own-changes.ts'
import { type Feed, listEvents, showActivities } from './queries.ts'

/** A private profile keeps its activity to the user and to administrators. */
const isShown = (ctx: Context, user: { readonly id: number; readonly privateProfile: boolean }): boolean =>
  !user.privateProfile || isUser(ctx.actor, user.id) || isAdmin(ctx.actor)

export const activityAnswers: readonly Answer[] = [
  answer(contract.listEvents, {
    for: 'signed-in',
    run: (ctx, { scope, ...given }) => {
      const feed: Feed = { of: scope === 'all' ? 'memberships' : 'author', id: selfId(ctx) }
      return listEvents(ctx, feed, given)
    },
  }),
  answer(contract.listUserEvents, {
    about: userByRef,
    ability: 'user:read',
    run: async (ctx, user, given) => {
      if (isShown(ctx, user)) return listEvents(ctx, { of: 'author', id: user.id }, given)
      const { page, perPage } = pageOf(given)
      return Paged.uncounted<never>(new RawJson('[]'), { page, perPage, hasNext: false })
    },
  }),
  answer(contract.listProjectEvents, {
    about: projectByRef,
    ability: 'project:read',
    run: (ctx, project, given) => listEvents(ctx, { of: 'project', id: project.id }, given),
  }),
  answer(contract.projectActivityPage, {
    about: projectByPath,
    ability: 'project:read',
    run: async (ctx, project, given) => ({
      namespace: await showHeader(ctx, project),
      ...(await showActivities(ctx, { of: 'project', id: project.id }, given)),
    }),
  }),
  answer(contract.groupActivityPage, {
    about: groupByPath,
    ability: 'group:read',
    run: async (ctx, group, given) => ({
      namespace: await showHeader(ctx, group),
      ...(await showActivities(ctx, { of: 'group', id: group.id }, given)),
    }),
  }),
  answer(contract.dashboardActivityPage, {
    for: 'signed-in',
    run: (ctx, given) => showActivities(ctx, { of: 'memberships', id: selfId(ctx) }, given),
  }),
  answer(ownChangesPage, { for: 'signed-in', run: (ctx, { cursor }) => showOwnChanges(ctx, cursor) }),
  answer(contract.userActivity, {
    about: userById,
    ability: 'user:read',
    run: async (ctx, user, given) =>
      isShown(ctx, user)
        ? showActivities(ctx, { of: 'author', id: user.id }, given)
        : { activities: new RawJson('[]'), next: null },
  }),
]
