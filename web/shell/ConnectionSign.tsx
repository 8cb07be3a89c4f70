import { Tooltip } from '#web/ui/floating/Tooltip.tsx'
import styles from './ConnectionSign.module.css'

interface ConnectionSignProps {
  readonly state: 'live' | 'connecting' | 'offline'
}

const sentences = {
  connecting: 'Reconnecting. What others do appears when the connection is back; what you write is kept.',
  offline: 'No connection. What you write is kept here until there is one.',
}

/** Nothing while the page is live, since that is as it should be; a quiet sign while it is not. */
export function ConnectionSign({ state }: ConnectionSignProps) {
  return (
    <div role="status" className={styles.place}>
      {state !== 'live' && (
        <Tooltip text={sentences[state]}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip must be reachable by keyboard */}
          <span tabIndex={0} data-state={state} className={styles.sign}>
            <span className={styles.word}>{state === 'connecting' ? 'Reconnecting…' : 'Offline'}</span>
          </span>
        </Tooltip>
      )}
    </div>
  )
}
