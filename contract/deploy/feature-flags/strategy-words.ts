/** The parts of a strategy that a sentence about it takes. */
interface DescribedStrategy {
  readonly name: string
  readonly parameters: Readonly<Record<string, string>>
  readonly scopes: readonly string[]
  readonly userListName?: string | null | undefined
  readonly constraints: readonly { readonly contextName: string; readonly operator: string }[]
  readonly segmentNames?: readonly string[]
  readonly variants: readonly { readonly name: string }[]
}

/** A strategy in words: "25% of users by userId in production". */
export function describeStrategy(strategy: DescribedStrategy): string {
  const { scopes, constraints, segmentNames = [], variants } = strategy
  const where = scopes.includes('*') ? 'all environments' : scopes.length === 0 ? 'no environment' : listed(scopes)
  const parts = [
    constraints.length === 0
      ? ''
      : `, if ${counted(constraints.length, 'constraint')} ${constraints.length === 1 ? 'holds' : 'hold'}`,
    segmentNames.length === 0
      ? ''
      : `, in ${segmentNames.length === 1 ? 'the segment' : 'the segments'} ${listed(segmentNames)}`,
    variants.length === 0 ? '' : `, with ${counted(variants.length, 'variant')}`,
  ]
  return `${whomOf(strategy)} in ${where}${parts.join('')}`
}

function whomOf({ name, parameters, userListName }: DescribedStrategy): string {
  switch (name) {
    case 'userWithId': {
      const ids = (parameters.userIds ?? '').split(',').filter(id => id.trim() !== '')
      return counted(ids.length, 'user')
    }
    case 'gitlabUserList':
      return `Users of the list ${userListName ?? ''}`.trim()
    case 'gradualRolloutUserId':
      return `${parameters.percentage ?? '0'}% of users by userId`
    case 'flexibleRollout':
      return `${parameters.rollout ?? '0'}% of ${stickinessWords[parameters.stickiness ?? 'default'] ?? `users by ${parameters.stickiness}`}`
    default:
      return 'Everyone'
  }
}

const stickinessWords: Readonly<Record<string, string>> = {
  default: 'users by userId, or else by session',
  userId: 'users by userId',
  sessionId: 'sessions',
  random: 'evaluations at random',
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** `a`, `a and b`, `a, b and c`. */
const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
