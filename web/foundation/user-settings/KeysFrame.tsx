import { PlusIcon } from '@primer/octicons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useViewer } from '#web/api/viewer.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { moveFocusOn } from '#web/ui/focus.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { UserSettingsFrame } from './UserSettingsFrame.tsx'

interface KeysFrameProps {
  readonly active: 'ssh-keys' | 'gpg-keys'
  readonly title: string
  readonly noun: 'SSH key' | 'GPG key'
  /** The end of the public address of the keys: `keys` or `gpg`. */
  readonly ending: string
  /** Undefined while they are on their way. */
  readonly count: number | undefined
  /** Said where there are none. */
  readonly advice: string
  readonly form: (onDone: () => void) => ReactNode
  readonly children: ReactNode
}

/** The page of a person's public keys around their list: a new one, none yet. */
export function KeysFrame({ active, title, noun, ending, count, advice, form, children }: KeysFrameProps) {
  const { user } = useViewer()
  const [isAdding, setAdding] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    moveFocusOn(() => [opener.current])
    setAdding(false)
  }
  const address = `/${user?.username}.${ending}`
  return (
    <UserSettingsFrame
      active={active}
      title={title}
      detail={
        user !== null && (
          <>
            Your public keys. Anyone can view them at <TextLink href={address}>{address}</TextLink>.
          </>
        )
      }
      actions={
        !isAdding && (
          <Button ref={opener} variant="primary" icon={<PlusIcon />} onClick={() => setAdding(true)}>
            Add {noun}
          </Button>
        )
      }
    >
      {isAdding && <Card title={`Add ${noun}`}>{form(close)}</Card>}
      {count === undefined ? (
        <Skeleton rows={3} shape="row" />
      ) : (
        <Card title={`Your ${noun}s`} flush>
          {count === 0 ? (
            <EmptyState
              size="s"
              headingLevel={3}
              illustration={<Illustration of="nothing-yet" />}
              title={`No ${noun}s`}
            >
              {advice}
            </EmptyState>
          ) : (
            children
          )}
        </Card>
      )}
    </UserSettingsFrame>
  )
}
