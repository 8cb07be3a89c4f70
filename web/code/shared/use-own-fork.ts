import { useEffect, useRef, useState } from 'react'
import { CallError, call } from '#web/api/client.ts'
import { ownFork } from '#web/api/operations.gen.ts'
import { forkMessages } from './messages.ts'

interface OwnFork {
  readonly id: number
  readonly fullPath: string
}

const settled = { isMaking: false, error: null } as const

/** The viewer's own fork of a project, which is made if there is none. */
export function useOwnFork(namespace: string) {
  const [state, setState] = useState<{ readonly isMaking: boolean; readonly error: CallError | null }>(settled)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])

  /** Calls `use` when the fork has its repository, unless the page was left meanwhile. */
  async function ready(use: (fork: OwnFork) => void) {
    setState({ isMaking: true, error: null })
    try {
      const fork = await readyFork(namespace, () => isLeft.current)
      if (isLeft.current) return
      setState(settled)
      use(fork)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setState({ isMaking: false, error })
    }
  }

  return { ...state, ready, reset: () => setState(settled) }
}

/** The delay between two looks at a fork whose repository is still copied. */
const askAgainMs = 500

/** @throws CallError  it cannot be made, or its repository could not be copied */
async function readyFork(namespace: string, isLeft: () => boolean): Promise<OwnFork> {
  for (;;) {
    const fork = await call(ownFork, { namespace })
    if (fork.importStatus === 'failed') throw new CallError(409, forkMessages.failed(fork.fullPath), null)
    if (isLeft() || (fork.importStatus !== 'scheduled' && fork.importStatus !== 'started')) return fork
    await new Promise(resolve => setTimeout(resolve, askAgainMs))
  }
}
