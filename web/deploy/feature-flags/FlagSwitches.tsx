import { describeStrategy } from '#contract/deploy/feature-flags/strategy-words.ts'
import { Switch } from '#web/ui/forms/Switch.tsx'
import styles from './Flags.module.css'
import type { FlagPageData, FlagStrategy, ListedFlag } from './shapes.ts'
import { useFlagSwitch } from './use-flag-switch.tsx'

interface FlagSwitchesProps {
  readonly namespace: FlagPageData['namespace']
  readonly flag: ListedFlag
  readonly permissions: FlagPageData['permissions']
}

/** A switch for each environment of a flag. */
export function FlagSwitches({ namespace, flag, permissions }: FlagSwitchesProps) {
  const { press, isOnIn, dialog } = useFlagSwitch(namespace, flag, permissions.approvalIn)
  return (
    <>
      <ul className={styles.switches} aria-label={`Environments of ${flag.name}`}>
        {flag.environments.map(environment => (
          <li key={environment.name} title={environment.name}>
            <Switch
              label={environment.name}
              checked={isOnIn(environment)}
              disabled={!permissions.canAdmin}
              onValue={() => press(environment)}
            />
          </li>
        ))}
      </ul>
      {dialog}
    </>
  )
}

/** The strategies of a flag in words. */
export function StrategyWords({ strategies }: { readonly strategies: readonly FlagStrategy[] }) {
  if (strategies.length === 0) return <p className={styles.muted}>No strategies: the flag is off everywhere.</p>
  return (
    <ul className={styles.words}>
      {strategies.map(strategy => (
        <li key={strategy.id}>{wordsOf(strategy)}</li>
      ))}
    </ul>
  )
}

const wordsOf = ({ scopes, userList, segments, ...strategy }: FlagStrategy): string =>
  describeStrategy({
    ...strategy,
    scopes: scopes.map(({ environmentScope }) => environmentScope),
    userListName: userList?.name,
    segmentNames: segments.map(({ name }) => name),
  })
