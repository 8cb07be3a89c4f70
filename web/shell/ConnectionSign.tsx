import { Tooltip } from '#web/ui/floating/Tooltip.tsx'
import styles from './ConnectionSign.module.css'

interface ConnectionSignProps {
  readonly state: 'live' | 'connecting' | 'offline'
}

const sentences = {
  connecting: 'Reconnecting… Your text is saved, and updates will appear when you are back online.',
  offline: 'You are offline. Your text is saved on this device.',
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
