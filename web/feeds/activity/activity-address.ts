import type { ActivityKind } from '#contract/feeds/activity.ts'
import { kindNames } from './messages.ts'

/** The kind of events that an address asks for; nothing for all. */
export function activityInput({ kind }: Readonly<Record<string, unknown>>): { readonly kind?: ActivityKind } {
  const found = kindNames.find(([word]) => word === kind)
  return found === undefined ? {} : { kind: found[0] }
}
