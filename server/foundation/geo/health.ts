import type { databaseStates } from '#contract/foundation/geo/replicables.ts'
import { messages } from './messages.ts'
import type { ProgramVersion } from './program-version.ts'

export type DatabaseState = (typeof databaseStates)[number]

/** The figures from which the health of a node follows. */
export interface NodeFacts {
  readonly name: string
  readonly isPrimary: boolean
  readonly enabled: boolean
  /** The state that PostgreSQL gives to the connection of the standby; null without one, or without the right to see it. */
  readonly streamState: string | null
  /** A standby is connected, although its state may be hidden. */
  readonly isConnected: boolean
  /** Bytes of the log that it has not received. */
  readonly receiveLagBytes: number | null
  /** Bytes of the log that it has not replayed. */
  readonly replayLagBytes: number | null
  /** Seconds since the oldest change that it has not replayed; null if it never was connected. */
  readonly lagSeconds: number | null
  readonly slotName: string | null
  readonly slotBytes: number | null
  readonly slotIsLost: boolean
  readonly databaseUser: string
  /** Seconds since it was seen connected. */
  readonly streamedSecondsAgo: number | null
  readonly reportedSecondsAgo: number | null
  /** The state of its database as the replica itself reported. */
  readonly reportedDatabase: string | null
  readonly version: string | null
  readonly revision: string | null
  /** Items whose copy differs, by their noun. */
  readonly differing: readonly { readonly count: number; readonly noun: string }[]
}

export const healthLimits = { silentSeconds: 600, lagSeconds: 60 } as const
/** Replay that does not move for so long is not just busy. */
const stuckAfterSeconds = 20

const isReportFresh = ({ reportedSecondsAgo }: NodeFacts): boolean =>
  reportedSecondsAgo !== null && reportedSecondsAgo <= healthLimits.silentSeconds

/** The state of the database of a node, from both sides. */
export function databaseStateOf(facts: NodeFacts): DatabaseState {
  if (facts.isPrimary) return 'primary'
  if (isReportFresh(facts) && facts.reportedDatabase === 'primary') return 'not_a_standby'
  if (!facts.isConnected) return 'disconnected'
  if (facts.streamState === null) return 'unknown'
  const isBehind = (facts.replayLagBytes ?? 0) > 0
  if (isBehind && isReportFresh(facts) && facts.reportedDatabase === 'paused') return 'paused'
  if (facts.streamState !== 'streaming') return 'catching_up'
  const replayBytes = (facts.replayLagBytes ?? 0) - (facts.receiveLagBytes ?? 0)
  if (replayBytes > 0 && (facts.lagSeconds ?? 0) > stuckAfterSeconds) return 'paused'
  return 'streaming'
}

/**
 * The problems of a node, a sentence for each.
 *
 * @param own  of the primary
 */
export function problemsOf(facts: NodeFacts, own: ProgramVersion): readonly string[] {
  if (facts.isPrimary) return []
  const { lagSeconds, reportedSecondsAgo, version, revision } = facts
  return [
    ...(facts.enabled ? [] : [messages.disabled]),
    ...databaseProblems(facts),
    ...(lagSeconds !== null && lagSeconds > healthLimits.lagSeconds ? [messages.lag(lagSeconds)] : []),
    ...(reportedSecondsAgo === null ? [messages.neverReported] : []),
    ...(reportedSecondsAgo !== null && reportedSecondsAgo > healthLimits.silentSeconds
      ? [messages.silent(reportedSecondsAgo)]
      : []),
    ...(version !== null && revision !== null && (version !== own.version || revision !== own.revision)
      ? [messages.version(shownVersion(own), shownVersion({ version, revision }))]
      : []),
    ...facts.differing.filter(each => each.count > 0).map(({ count, noun }) => messages.notVerified(count, noun)),
  ]
}

const shownVersion = ({ version, revision }: ProgramVersion): string => `${version} (${revision})`

function databaseProblems(facts: NodeFacts): readonly string[] {
  const state = databaseStateOf(facts)
  const { name, replayLagBytes, slotName, slotBytes, streamedSecondsAgo } = facts
  const bytes = replayLagBytes ?? 0
  switch (state) {
    case 'primary':
    case 'streaming':
      return isReportFresh(facts) && facts.reportedDatabase === 'away' ? [messages.databaseAway] : []
    case 'not_a_standby':
      return [messages.notStandby]
    case 'unknown':
      return [messages.noRight(facts.databaseUser)]
    case 'paused':
      return [facts.reportedDatabase === 'paused' ? messages.paused(bytes) : messages.stuck(bytes)]
    case 'catching_up':
      return [messages.catchingUp(bytes)]
    case 'disconnected': {
      const gone =
        streamedSecondsAgo === null ? messages.neverConnected(name) : messages.disconnected(streamedSecondsAgo)
      if (slotName === null) return [gone]
      return [gone, facts.slotIsLost ? messages.slotLost(slotName) : messages.slotKeeps(slotName, slotBytes ?? 0)]
    }
    default:
      return state satisfies never
  }
}
