/** The states that a program reports of a commit, and those of a pipeline. */
export const pipelineStates = ['pending', 'running', 'success', 'failed', 'canceled', 'skipped'] as const
export type PipelineState = (typeof pipelineStates)[number]

interface Described {
  /** One word for a page. */
  readonly text: string
  /** The word in the API. */
  readonly label: string
  readonly icon: string
}

/** The look of each state, by the words of the contract; its group is the state itself. */
export const pipelineStatus = {
  pending: { text: 'Pending', label: 'pending', icon: 'status_pending' },
  running: { text: 'Running', label: 'running', icon: 'status_running' },
  success: { text: 'Passed', label: 'passed', icon: 'status_success' },
  failed: { text: 'Failed', label: 'failed', icon: 'status_failed' },
  canceled: { text: 'Canceled', label: 'canceled', icon: 'status_canceled' },
  skipped: { text: 'Skipped', label: 'skipped', icon: 'status_skipped' },
} as const satisfies Record<PipelineState, Described>
