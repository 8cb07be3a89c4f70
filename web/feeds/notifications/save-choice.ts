import { call } from '#web/api/client.ts'
import {
  chooseOwnActivity,
  getGroupNotificationSettings,
  getProjectNotificationSettings,
  notificationsPage,
  updateGroupNotificationSettings,
  updateNotificationSettings,
  updateProjectNotificationSettings,
} from '#web/api/operations.gen.ts'
import { keyOf, queryClient } from '#web/api/query.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { type EventName, failed, type Level, type NotificationsData } from './notification-levels.ts'

export interface NotifiedPlace {
  readonly kind: 'group' | 'project'
  readonly id: number
}

/** A change of a choice: as the server takes it, and all events that hold then. */
export interface ChoiceChange {
  readonly level: Level
  readonly event?: {
    readonly name: EventName
    readonly isOn: boolean
    readonly chosen: Readonly<Record<string, boolean>>
  }
}

const ofPage = { queryKey: [notificationsPage.name] }
let saving = 0

/**
 * The choice shows immediately. The server is read again when the last of several changes is saved, so that none of
 * them flickers.
 */
async function save(show: () => void, run: () => Promise<unknown>): Promise<void> {
  saving += 1
  show()
  void queryClient.cancelQueries(ofPage, { revert: false })
  try {
    await run()
    if (saving === 1) showToast('Notification settings saved', { cause: failed })
  } catch {
    showToast(failed, { tone: 'danger', cause: failed })
  } finally {
    saving -= 1
    if (saving === 0) {
      void queryClient.invalidateQueries(ofPage)
      for (const { name } of [getGroupNotificationSettings, getProjectNotificationSettings])
        void queryClient.invalidateQueries({ queryKey: [name] })
    }
  }
}

const showOnPage = (change: (page: NotificationsData) => NotificationsData) =>
  queryClient.setQueriesData<NotificationsData>(ofPage, page => (page === undefined ? page : change(page)))

const shown = ({ level, event }: ChoiceChange) => ({ level, ...(event === undefined ? {} : { events: event.chosen }) })
const sent = ({ level, event }: ChoiceChange) => ({
  level,
  ...(event === undefined ? {} : { [event.name]: event.isOn }),
})

export function saveEverywhere(change: ChoiceChange): void {
  void save(
    () => showOnPage(page => ({ ...page, ...shown(change) })),
    () => call(updateNotificationSettings, sent(change)),
  )
}

export function saveOwnActivity(ownActivity: boolean): void {
  void save(
    () => showOnPage(page => ({ ...page, ownActivity })),
    () => call(chooseOwnActivity, { ownActivity }),
  )
}

export function savePlace({ kind, id }: NotifiedPlace, change: ChoiceChange): void {
  const read = kind === 'group' ? getGroupNotificationSettings : getProjectNotificationSettings
  void save(
    () => {
      showOnPage(page => ({
        ...page,
        places: page.places.map(place => (place.id === id ? { ...place, ...shown(change) } : place)),
      }))
      queryClient.setQueryData(keyOf(read, { id }), before => ({ ...Object(before), ...shown(change) }))
    },
    () =>
      kind === 'group'
        ? call(updateGroupNotificationSettings, { id, ...sent(change) })
        : call(updateProjectNotificationSettings, { id, ...sent(change) }),
  )
}
