import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/actions/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'

interface ConfirmedActionCardProps {
  readonly title: string
  /** "Delete project": on the button, and as the question. */
  readonly verb: string
  readonly tone: 'plain' | 'danger'
  /** The text to type as confirmation. */
  readonly typed?: string
  readonly busy: boolean
  readonly error: string | null
  readonly disabled?: boolean
  readonly onDo: (done: () => void) => void
  /** The effect of the action. */
  readonly children: ReactNode
}

/** An action on a whole project or group, with a confirmation before it runs. */
export function ConfirmedActionCard({
  title,
  verb,
  tone,
  typed,
  busy,
  error,
  disabled,
  onDo,
  children,
}: ConfirmedActionCardProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Card
      title={title}
      description={children}
      tone={tone}
      aside={
        <Button
          variant={tone === 'danger' ? 'danger' : 'secondary'}
          disabled={disabled}
          onClick={() => setAsking(true)}
        >
          {verb}
        </Button>
      }
    >
      {isAsking && (
        <ConfirmDialog
          title={`${verb}?`}
          confirm={verb}
          tone={tone}
          busy={busy}
          error={error}
          {...(typed === undefined ? {} : { typed })}
          onConfirm={() => onDo(() => setAsking(false))}
          onClose={() => setAsking(false)}
        >
          {children}
        </ConfirmDialog>
      )}
    </Card>
  )
}
