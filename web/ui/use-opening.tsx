import { type ReactNode, useEffect, useState } from 'react'
import { HoldKeys } from './HoldKeys.tsx'
import type { Loadable } from './on-demand.tsx'

/**
 * Open a part that is loaded on demand: the page stays as it is until the part can be shown as a whole. This is not a transition,
 * because React would delay that for as long as it is busy with hundreds of comments.
 *
 * @returns what to render beside the part, and what runs the change of state that opens it
 */
export function useOpening(part?: Loadable): readonly [held: ReactNode, open: (show: () => void) => void] {
  const [step, setStep] = useState<'idle' | 'loading' | 'shown'>('idle')
  // The part takes the focus in effects of its own: those of a commit run before what this one changes.
  useEffect(() => {
    if (step === 'shown') setStep('idle')
  }, [step])
  function open(show: () => void) {
    const loading = part?.ahead() ?? null
    if (loading === null) return show()
    setStep('loading')
    void loading.then(() => {
      setStep('shown')
      show()
    })
  }
  return [step !== 'idle' && <HoldKeys />, open]
}
