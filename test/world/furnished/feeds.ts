import { addPushSubscription } from '#contract/feeds/paging.ts'
import { addIssueTodo } from '#contract/feeds/todos.ts'
import { groupHooks, projectHooks } from '#contract/feeds/webhooks.ts'
import { todoViews } from '#contract/plan/lists/saved-views.ts'
import { pushBrowser } from '../push-receiver.ts'
import type { CodeWorld, FurnishedArea } from './area.ts'

const providerOfPhones = {
  smsUrl: 'https://sms.test/send',
  voiceUrl: '',
  format: 'json',
  signingSecret: '',
  password: 'x',
}

/** A to-do with a saved view of the list, webhooks with a delivery, and a browser that gets pages. */
export async function furnishFeeds({ as, db, group, project, users }: CodeWorld, issueIid: number) {
  const root = as('root')
  const todo = await root.call(addIssueTodo, { id: project.id, issueIid })
  const todoView = await root.call(todoViews.create, { name: 'Issues', query: 'type=issue' })
  // The host is a variable without a value, so that no request leaves.
  const newHook = {
    url: 'http://{host}/hook',
    urlVariables: [{ key: 'desk', value: '7' }],
    customHeaders: [{ key: 'desk', value: '7' }],
  }
  const hook = await root.call(projectHooks.create, { id: project.id, ...newHook })
  const groupHook = await root.call(groupHooks.create, { id: group.id, ...newHook })
  const [hookEvent, groupHookEvent] = await db
    .insertInto('webhookDeliveries')
    .values(
      [hook, groupHook].map(({ id }) => ({
        webhookId: id,
        trigger: 'issues_events',
        eventHeader: 'Issue Hook',
        payload: JSON.stringify({ object_kind: 'issue' }),
      })),
    )
    .returning('id')
    .execute()
  const { read: _, ...keys } = pushBrowser()
  const browser = { endpoint: 'https://push.test/1', name: 'Phone', ...keys }
  await db.insertInto('pagingPhones').values({ userId: users.root.id, number: '+493012345' }).execute()
  const subscription = await root.call(addPushSubscription, browser)

  const fit: FurnishedArea['fit'] = (place, { path, isGroup }) => {
    if (path.startsWith('/user/push_subscriptions'))
      Object.assign(place, { ...browser, subscriptionId: subscription.id })
    if (path === '/application/phone_provider') Object.assign(place, providerOfPhones)
    if (path === '/user/paging_webhook') place.url = 'https://hooks.test/page'
    if (path.startsWith('/todos/saved_views')) Object.assign(place, { viewId: todoView.id, query: 'type=task' })
    if (path.startsWith('/todos/:id')) place.id = todo.id
    if (path.includes('/hooks')) {
      const event = isGroup ? groupHookEvent : hookEvent
      const own = { hookId: (isGroup ? groupHook : hook).id, hookEventId: event?.id, url: newHook.url }
      Object.assign(place, { ...own, key: 'desk', value: '8', trigger: 'issues_events' })
      for (const field of ['signingToken', 'urlVariables', 'customHeaders', 'branchFilterStrategy'])
        place[field] = undefined
    }
  }
  return { everywhere: { todoId: todo.id }, fit }
}
