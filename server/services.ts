import type { Logger } from 'pino'
import type { Context, Plugs, Services } from '#server/context.ts'
import type { EventName, Follower } from '#server/platform/events/events.ts'
import { enqueueDeliveries } from '#server/platform/jobs/jobs.ts'
import type { Settings } from '#server/settings.ts'
import type { Slice } from '#server/slice.ts'

/** Join the plugs of the slices to the services that every request may reach. */
export function createServices(
  slices: readonly Slice[],
  settings: Settings,
  log: Logger,
  onCommit: Services['onCommit'] = () => undefined,
): Services {
  const followers = slices.flatMap(slice => slice.followers ?? [])
  const byEvent = <When extends Follower<Context>['when']>(when: When) => {
    type Of = Extract<Follower<Context>, { readonly when: When }>
    const known = Map.groupBy(
      followers.filter((each): each is Of => each.when === when),
      each => each.event,
    )
    return (name: EventName): readonly Of[] => known.get(name) ?? []
  }
  const long = followers.flatMap(each => (each.when === 'later' && each.takesLong ? [each.event] : []))
  return {
    settings,
    log,
    followers: { now: byEvent('now'), later: byEvent('later'), batched: byEvent('batched') },
    onCommit,
    enqueueEvents: events => enqueueDeliveries(events, [...new Set(long)]),
    operations: slices.flatMap(slice => slice.answers ?? []).map(each => each.operation),
    plugs: joinPlugs(slices),
  }
}

/** Lists of several slices are joined, objects merged. */
function joinPlugs(slices: readonly Slice[]): Plugs {
  const joined: Record<string, unknown> = { quickActions: [] }
  for (const slice of slices) {
    for (const [name, plug] of Object.entries(slice.plugs ?? {})) {
      const known = joined[name]
      joined[name] = Array.isArray(plug)
        ? [...(Array.isArray(known) ? known : []), ...plug]
        : { ...(known as object | undefined), ...(plug as object) }
    }
  }
  // Each plug's own declaration gives its type; joining keeps it.
  return joined as unknown as Plugs
}
