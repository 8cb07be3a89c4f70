import type { ReplyOf } from '#contract/operation.ts'
import {
  notificationsPage,
  updateGroupNotificationSettings,
  updateProjectNotificationSettings,
} from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import type { EventChange } from './EventChoices.tsx'
import { failed, type Level } from './levels.ts'

export interface NotifiedPlace {
  readonly kind: 'group' | 'project'
  readonly id: number
}

export type PlaceLevel = ReplyOf<typeof import('#contract/feeds/notifications.ts').getProjectNotificationSettings>

/** Saves what somebody wants to hear of a group or project. */
export function usePlaceLevel({ kind, id }: NotifiedPlace, onSaved: (saved: PlaceLevel) => void) {
  const told = {
    refreshes: [notificationsPage],
    onSuccess: onSaved,
    onError: () => showToast(failed, { tone: 'danger' }),
  } as const
  const group = useOperation(updateGroupNotificationSettings, told)
  const project = useOperation(updateProjectNotificationSettings, told)
  const { mutate, isPending } = kind === 'group' ? group : project
  return {
    isPending,
    save: (change: EventChange & { readonly level?: Level }) => mutate({ id, ...change }),
  }
}
