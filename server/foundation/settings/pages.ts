import { getApplicationSettings } from '#contract/foundation/settings.ts'
import type { PageAddress } from '#server/slice.ts'

export const settingsPages: readonly PageAddress[] = [
  { name: 'admin-settings', address: '/admin/settings', operation: getApplicationSettings },
]
