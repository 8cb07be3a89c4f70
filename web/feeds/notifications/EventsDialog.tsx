import { useState } from 'react'
import { Button } from '#web/ui/actions/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { EventChoices } from './EventChoices.tsx'
import { type NotifiedPlace, usePlaceLevel } from './use-place-level.ts'

interface EventsDialogProps {
  readonly place: NotifiedPlace
  readonly name: string
  readonly chosen: Readonly<Record<string, boolean>>
  readonly onClose: () => void
}

/** The events of a place of its own. */
export function EventsDialog({ place, name, chosen, onClose }: EventsDialogProps) {
  const [events, setEvents] = useState(chosen)
  const { save } = usePlaceLevel(place, saved => setEvents(saved.events ?? {}))
  return (
    <Dialog
      title={`Events of ${name}`}
      size="s"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <EventChoices chosen={events} onChange={change => save({ level: 'custom', ...change })} />
    </Dialog>
  )
}
