import { acceptSwap, declineSwap, getOnCallPage, getWaitingSwaps, withdrawSwap } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import type { SwapData } from './calls.ts'
import styles from './OnCall.module.css'
import { useScheduleTimes } from './schedule-times.ts'

interface SwapRequestsProps {
  readonly projectId: number
  readonly swaps: readonly SwapData[]
  readonly canAnswer: boolean
}

/** The requests for swaps that the viewer has made or got, and that wait. */
export function SwapRequests({ swaps, ...rest }: SwapRequestsProps) {
  if (swaps.length === 0) return null
  return (
    <ul className={styles.swaps} aria-label="Requests for swaps">
      {swaps.map(swap => (
        <li key={swap.id}>
          <SwapRequest swap={swap} {...rest} />
        </li>
      ))}
    </ul>
  )
}

interface SwapRequestProps extends Omit<SwapRequestsProps, 'swaps'> {
  readonly swap: SwapData
}

function SwapRequest({ swap, projectId, canAnswer }: SwapRequestProps) {
  const { user } = useViewer()
  const { span } = useScheduleTimes(swap.timeZone)
  const { from, to, rotationName, inReturn, message, canBeAccepted } = swap
  const isAsked = to.id === user?.id
  return (
    <Banner
      tone={canBeAccepted ? 'info' : 'warning'}
      title={isAsked ? `${from.name} asks you to take a shift` : `You asked ${to.name} to take a shift`}
      action={canAnswer && <Answers projectId={projectId} swap={swap} isAsked={isAsked} />}
    >
      <p className={styles.text}>
        <bdi>{rotationName}</bdi>: {span(swap)}
        {inReturn !== null && (
          <>
            {' · in return for '}
            {span(inReturn)}
          </>
        )}
      </p>
      {message !== '' && (
        <p className={styles.swapMessage}>
          <bdi>{message}</bdi>
        </p>
      )}
      {!canBeAccepted && <p className={styles.text}>The schedule has changed since, so it cannot be accepted.</p>}
    </Banner>
  )
}

interface AnswersProps {
  readonly projectId: number
  readonly swap: SwapData
  readonly isAsked: boolean
}

function Answers({ projectId, swap: { id: swapId, from, to, canBeAccepted }, isAsked }: AnswersProps) {
  const refreshes = [getOnCallPage, getWaitingSwaps]
  const onError = ({ message }: Error) => showToast(message, { tone: 'danger' })
  const said = (text: string) => ({ refreshes, onError, onSuccess: () => showToast(text) })
  const accept = useOperation(acceptSwap, said(`You take the shift of ${from.name}`))
  const decline = useOperation(declineSwap, said('Request declined'))
  const withdraw = useOperation(withdrawSwap, said('Request withdrawn'))
  const input = { id: projectId, swapId }
  if (!isAsked)
    return (
      <Button
        size="s"
        busy={withdraw.isPending}
        aria-label={`Withdraw the request to ${to.name}`}
        onClick={() => withdraw.mutate(input)}
      >
        Withdraw
      </Button>
    )
  return (
    <div className={styles.actions}>
      {canBeAccepted && (
        <Button
          size="s"
          variant="primary"
          busy={accept.isPending}
          aria-label={`Accept the request of ${from.name}`}
          onClick={() => accept.mutate(input)}
        >
          Accept
        </Button>
      )}
      <Button
        size="s"
        busy={decline.isPending}
        aria-label={`Decline the request of ${from.name}`}
        onClick={() => decline.mutate(input)}
      >
        Decline
      </Button>
    </div>
  )
}
