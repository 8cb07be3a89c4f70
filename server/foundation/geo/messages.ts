import { geoNameCharacters } from '#contract/foundation/geo/geo-nodes.ts'

const items = (count: number, noun: string) => (count === 1 ? `1 ${noun}` : `${count} ${noun}s`)

/** A duration as people say it. */
function span(seconds: number): string {
  if (seconds < 120) return items(Math.floor(seconds), 'second')
  if (seconds < 7_200) return items(Math.floor(seconds / 60), 'minute')
  if (seconds < 172_800) return items(Math.floor(seconds / 3_600), 'hour')
  return items(Math.floor(seconds / 86_400), 'day')
}

const mebibyte = 1024 * 1024
const size = (bytes: number) =>
  bytes < mebibyte ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / mebibyte).toFixed(1)} MiB`

export const messages = {
  taken: 'has already been taken',
  primaryExists: 'node already exists',
  name: `must have only ASCII letters, digits, spaces and punctuation, and at most ${geoNameCharacters} of them, because the standby uses it as its application_name`,
  url: 'must be an http or https URL without credentials, query or fragment',
  unknownNamespaces: (ids: readonly number[]) => `are unknown: ${ids.join(', ')}`,
  unknownShards: "can only contain 'default', the only storage of this site",
  keyOfPrimary: 'The primary node copies nothing, so it needs no key',
  repairOfPrimary: 'The primary node copies nothing, so there is nothing to repair',
  changedMeanwhile: 'The repository has changed meanwhile. Get its refs again.',
  healthy: 'Healthy',
  disabled: 'This replica is disabled, so it copies no repositories and files.',
  neverReported: 'The replica has not reported yet. Start it with GEO_PRIMARY_URL and GEO_TOKEN.',
  silent: (seconds: number) => `The replica has not reported for ${span(seconds)}. Check that its process runs.`,
  version: (own: string, theirs: string) =>
    `The replica runs version ${theirs}, and the primary ${own}. Install the same version on both.`,
  lag: (seconds: number) => `The standby is ${span(seconds)} behind the primary database.`,
  paused: (bytes: number) =>
    `Replay is paused on the standby, ${size(bytes)} behind. Resume it with: select pg_wal_replay_resume();`,
  stuck: (bytes: number) =>
    `The standby receives changes, but does not apply them. It is ${size(bytes)} behind. Check whether replay is paused or a long query blocks it.`,
  catchingUp: (bytes: number) => `The standby is catching up, ${size(bytes)} behind.`,
  neverConnected: (name: string) =>
    `No standby with the application_name '${name}' is connected to the primary database.`,
  disconnected: (seconds: number) =>
    `The standby is not connected to the primary database. It was last connected ${span(seconds)} ago.`,
  slotKeeps: (slot: string, bytes: number) =>
    `The replication slot ${slot} keeps ${size(bytes)} of changes for it on the primary.`,
  slotLost: (slot: string) =>
    `The replication slot ${slot} no longer has the changes that it needs. Copy the database to the standby again.`,
  noRight: (user: string) =>
    `The primary cannot see the state of the standby. Run on the primary: grant pg_monitor to ${user};`,
  databaseAway: 'The replica cannot reach its database.',
  notStandby:
    'The database of the replica accepts writes, so it is not a standby. Set its DATABASE_URL to the standby of the primary.',
  notVerified: (count: number, noun: string) =>
    `${items(count, noun)} on the replica ${count === 1 ? 'differs' : 'differ'} from the primary.`,
  unknownReplicable: 'Type of items',
  onReplica: 'This server is a replica. Send changes to the primary',
} as const
