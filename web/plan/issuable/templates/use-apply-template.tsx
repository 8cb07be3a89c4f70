import { useState } from 'react'
import { editMessages } from '#web/plan/edit-messages.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'

interface Template {
  readonly key: string
  readonly content: string
}

/**
 * Fills a text box from a template, and asks before it writes over what is there.
 *
 * @param text  what stands in the box now
 * @param question  what the dialog says of it
 */
export function useApplyTemplate<T extends Template>({
  text,
  onApply,
  question = editMessages.applyTemplate,
}: {
  readonly text: string
  readonly onApply: (template: T) => void
  readonly question?: string
}) {
  const [applied, setApplied] = useState<T | null>(null)
  const [asked, setAsked] = useState<T | null>(null)

  function apply(template: T) {
    setApplied(template)
    setAsked(null)
    onApply(template)
  }

  return {
    applied,
    offer: (template: T) => {
      if (text.trim() === '' || text === applied?.content) apply(template)
      else setAsked(template)
    },
    dialog: asked !== null && (
      // No form: it stands in one.
      <Dialog
        title="Apply template?"
        size="s"
        onClose={() => setAsked(null)}
        footer={
          <>
            <Button onClick={() => setAsked(null)} data-autofocus>
              Cancel
            </Button>
            <Button variant="primary" onClick={() => apply(asked)}>
              Apply template
            </Button>
          </>
        }
      >
        {question}
      </Dialog>
    ),
  }
}
