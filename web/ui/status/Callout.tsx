import type { ReactNode } from 'react'
import { setChoice, setSessionChoice, useReader } from '#web/ui/reader.ts'
import { Button } from '../actions/Button.tsx'
import { Banner } from './Banner.tsx'

interface CalloutProps {
  /** Lower case with hyphens. The browser remembers the dismissal by it. */
  readonly name: string
  readonly title: string
  readonly children?: ReactNode
  /** The button or link that does what the callout is about. */
  readonly action: ReactNode
}

/**
 * A hint that comes back until it is followed or dismissed: for this session of the browser, or for 365 days.
 *
 * @source UI-015, UI-016
 */
export function Callout({ name, title, children, action }: CalloutProps) {
  const { choices, sessionChoices } = useReader()
  const dismissed = `no-${name}-callout`
  if (choices.includes(dismissed) || sessionChoices.includes(dismissed)) return null
  return (
    <Banner
      title={title}
      action={
        <>
          {action}
          <Button variant="quiet" onClick={() => setSessionChoice(dismissed)}>
            Remind me later
          </Button>
          <Button variant="quiet" onClick={() => setChoice(dismissed, true)}>
            Don’t show again
          </Button>
        </>
      }
    >
      {children}
    </Banner>
  )
}
