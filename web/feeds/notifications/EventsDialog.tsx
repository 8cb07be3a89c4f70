import { useState } from 'react'
import { Button } from '#web/ui/actions/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { EventChoices } from './EventChoices.tsx'
import { type NotifiedPlace, savePlace } from './save-choice.ts'

interface EventsDialogProps {
  readonly place: NotifiedPlace
  readonly name: string
  readonly chosen: Readonly<Record<string, boolean>>
  readonly onClose: () => void
}

/** The events of a place of its own. */
export function EventsDialog({ place, name, chosen, onClose }: EventsDialogProps) {
  const [events, setEvents] = useState(chosen)
  return (
    <Dialog
      title={`Custom notifications for ${name}`}
      size="s"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <EventChoices
        chosen={events}
        onChange={change => {
          if (change.event) setEvents(change.event.chosen)
          savePlace(place, change)
        }}
      />
    </Dialog>
  )
}
