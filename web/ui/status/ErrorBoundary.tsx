import { AlertIcon } from '@primer/octicons-react'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Button } from '../actions/Button.tsx'
import styles from './ErrorBoundary.module.css'

interface ErrorBoundaryProps {
  /** The name of the failed part as a person would call it: "Weight". */
  readonly label: string
  /** A sentence in place of "Weight could not be shown." */
  readonly sentence?: string
  /** Another one forgets the error: the address, or the data that the parts show. */
  readonly resetKey?: unknown
  readonly onError?: (error: unknown, componentStack: string) => void
  /** Called before the parts are tried again: refetch their data. */
  readonly onRetry?: () => void
  readonly fallback?: (error: unknown, retry: () => void) => ReactNode
  readonly children: ReactNode
}

interface ErrorBoundaryState {
  readonly failure: { readonly error: unknown } | null
  readonly resetKey: unknown
}

/** Keeps a failing part from taking the page with it, and offers to try again. @source SIDE-006 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failure: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: ErrorBoundaryState): ErrorBoundaryState | null {
    return props.resetKey === state.resetKey ? null : { failure: null, resetKey: props.resetKey }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    this.props.onError?.(error, info.componentStack ?? '')
  }

  retry = () => {
    this.props.onRetry?.()
    this.setState({ failure: null })
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    if (this.props.fallback) return this.props.fallback(failure.error, this.retry)
    return (
      <div role="alert" className={styles.failure}>
        <AlertIcon className={styles.icon} />
        <span className={styles.text}>{this.props.sentence ?? `Could not display ${this.props.label}.`}</span>
        <Button size="s" onClick={this.retry}>
          Try again
        </Button>
      </div>
    )
  }
}
