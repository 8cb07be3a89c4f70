import type { ReplyOf } from '#contract/operation.ts'
import { counted } from '#web/ui/text/counted.ts'
import { describeSize } from '#web/ui/text/size.ts'

export type GeoNodeShown = ReplyOf<typeof import('#contract/foundation/geo/geo-pages.ts').geoPage>['nodes'][number]
export type GeoCopyShown = ReplyOf<typeof import('#contract/foundation/geo/geo-pages.ts').geoNodePage>['copies'][number]

const databases = {
  primary: 'Primary',
  streaming: 'Streaming',
  catching_up: 'Catching up',
  paused: 'Replay paused',
  disconnected: 'Not connected',
  not_a_standby: 'Not a standby',
  unknown: 'Unknown',
} as const satisfies Record<GeoNodeShown['database'], string>

/** The state of the database of a replica in a few words: `Streaming, 2 s behind`. */
export function databaseWords({ database, lagSeconds, lagBytes }: GeoNodeShown): string {
  const isBehind = (lagSeconds ?? 0) > 0
  if (!isBehind) return database === 'streaming' ? 'Streaming, up to date' : databases[database]
  const bytes = lagBytes === null ? '' : ` (${describeSize(Math.max(0, lagBytes))})`
  return `${databases[database]}, ${durationWords(lagSeconds ?? 0)} behind${bytes}`
}

const durationWords = (seconds: number): string =>
  seconds < 120
    ? `${seconds} s`
    : seconds < 7_200
      ? counted(Math.floor(seconds / 60), 'minute')
      : seconds < 172_800
        ? counted(Math.floor(seconds / 3_600), 'hour')
        : counted(Math.floor(seconds / 86_400), 'day')

export const messages = {
  detail: 'Copies of this site on other machines: their database, repositories and files.',
  loadFailed: 'Could not load the replicas.',
  copiesFailed: 'Could not load the items of this replica.',
  key: 'Set this key as GEO_TOKEN of the replica. It is shown only once.',
  newKey: 'The replica stops reporting and copying until it has the new key.',
  remove: 'The replica can no longer report or copy. Its database and files stay on its machine.',
  removePrimary: 'The site stays as it is. Replicas go on without it.',
  name: 'The application_name of its standby. Letters, digits, spaces and punctuation.',
  url: 'Where people will reach it once it takes over, such as https://oslo.example.com.',
  selected: 'Only repositories and files of these groups are copied. The database is always complete.',
  repositories: 'Parallel repositories',
  files: 'Parallel files',
  interval: 'Days between two comparisons of a copy with the primary',
} as const
