import { useState } from 'react'
import { isProduction } from '#contract/deploy/feature-flags/flag-words.ts'
import { switchFeatureFlag, undoFlagChange } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { counted } from '#web/ui/text/counted.ts'
import { listOf } from './environment-words.ts'
import { flagReadings } from './flag-readings.ts'
import type { FlagPageData, ListedFlag } from './shapes.ts'

type FlagEnvironment = ListedFlag['environments'][number]

const RequestDialog = onDemand(() => import('./RequestDialog.tsx').then(module => module.RequestDialog))

/**
 * The switches of a flag: one of production asks first, and each can be undone.
 *
 * @param approvalIn  environments whose switches the reader turns only with the approval of others
 */
export function useFlagSwitch(
  namespace: FlagPageData['namespace'],
  flag: Pick<ListedFlag, 'iid' | 'name' | 'active' | 'strategies' | 'environments'>,
  approvalIn: readonly string[],
) {
  const [asking, setAsking] = useState<FlagEnvironment | null>(null)
  const undo = useOperation(undoFlagChange, {
    refreshes: flagReadings,
    onSuccess: () => showToast(`Change of ${flag.name} undone`),
    onError: error => showToast(error.message, { tone: 'danger' }),
  })
  const change = useOperation(switchFeatureFlag, {
    refreshes: flagReadings,
    onSuccess: ({ changeId }, { environment, on }) => {
      setAsking(null)
      showToast(`${flag.name} turned ${on ? 'on' : 'off'} in ${environment}`, {
        ...(changeId !== null && {
          undo: () => undo.mutate({ namespace: namespace.fullPath, iid: flag.iid, changeId }),
        }),
      })
    },
    onError: error => asking === null && showToast(error.message, { tone: 'danger' }),
  })
  const patterns = flag.strategies
    .flatMap(({ scopes }) => scopes.map(({ environmentScope }) => environmentScope))
    .filter((scope, at, all) => scope.includes('*') && all.indexOf(scope) === at)
  /** Turning on a flag that is off everywhere reaches environments that no switch stands for. */
  const reachesMore = ({ isOn }: FlagEnvironment): boolean => !isOn && !flag.active && patterns.length > 0
  const others = flag.environments.flatMap(({ name }) => (name === asking?.name ? [] : [name]))
  const set = ({ name, isOn }: FlagEnvironment) =>
    change.mutate({ namespace: namespace.fullPath, iid: flag.iid, environment: name, on: !isOn })
  return {
    press: (environment: FlagEnvironment) => {
      if (change.isPending) return
      if (isProduction(environment.name) || approvalIn.includes(environment.name) || reachesMore(environment))
        setAsking(environment)
      else set(environment)
    },
    isOnIn: ({ name, isOn }: FlagEnvironment): boolean =>
      change.isPending && change.variables.environment === name ? change.variables.on : isOn,
    dialog:
      asking === null ? null : approvalIn.includes(asking.name) ? (
        <RequestDialog
          title={`Turn ${flag.name} ${asking.isOn ? 'off' : 'on'} in ${asking.name}`}
          namespace={namespace}
          iid={flag.iid}
          environments={[asking.name]}
          change={{ turn: { environment: asking.name, on: !asking.isOn } }}
          onClose={() => setAsking(null)}
        />
      ) : (
        <ConfirmDialog
          title={`Turn ${flag.name} ${asking.isOn ? 'off' : 'on'} in ${asking.name}?`}
          confirm={asking.isOn ? 'Turn off' : 'Turn on'}
          tone={asking.isOn ? 'danger' : 'plain'}
          write={change}
          onConfirm={() => set(asking)}
          onClose={() => setAsking(null)}
        >
          {asking.requests === 0
            ? `No client reported this flag in ${asking.name} in the last hour.`
            : `Clients evaluated this flag ${counted(asking.requests, 'time')} in ${asking.name} in the last hour.`}{' '}
          They follow the change with their next refresh.
          {reachesMore(asking) && (
            <p>
              A strategy names {patterns.includes('*') ? 'all environments (*)' : listOf(patterns)}: the flag also turns
              on in matching environments that are not listed here, such as new ones.
              {others.length > 0 && ` It stays off in ${listOf(others)}.`}
            </p>
          )}
        </ConfirmDialog>
      ),
  }
}
