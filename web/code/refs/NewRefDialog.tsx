import { useState } from 'react'
import type { RefKind } from '#contract/code/ref-kinds.ts'
import { textBoxes } from '#contract/text-boxes.ts'
import { addBranch, addTag } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'

import { useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { UnsentOffer } from '#web/api/unsent-texts/UnsentOffer.tsx'

import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import type { CodePlace } from '../shapes.ts'
import { RefSwitcher } from '../shared/RefSwitcher.tsx'
import { kinds } from './kinds.ts'
import { pagesOfRefs } from './ref-list.ts'

interface NewRefDialogProps {
  readonly kind: RefKind
  readonly place: CodePlace
  readonly onClose: () => void
}

export function NewRefDialog({ kind, place, onClose }: NewRefDialogProps) {
  const words = kinds[kind]
  const [name, setName] = useState('')
  const [start, setStart] = useState(place.defaultBranch)
  const message = useKeptText(textBoxes.newTag(place.id))
  const after = {
    refreshes: pagesOfRefs,
    onSuccess: () => {
      onClose()
      showToast(`${words.name} ${name.trim()} created`)
    },
  }
  const branch = useOperation(addBranch, after)
  const tag = useOperation(addTag, {
    ...after,
    onSuccess: (_, sent) => {
      message.clearSent(sent.message ?? '')
      after.onSuccess()
    },
  })
  const { isPending, error } = kind === 'branch' ? branch : tag

  function submit() {
    const wanted = name.trim()
    if (kind === 'branch') branch.mutate({ id: place.id, branch: wanted, ref: start })
    else {
      const { text } = message
      tag.mutate({ id: place.id, tagName: wanted, ref: start, ...(text.trim() === '' ? {} : { message: text }) })
    }
  }

  return (
    <FormDialog
      title={`New ${words.word}`}
      onClose={onClose}
      submit={`Create ${words.word}`}
      busy={isPending}
      disabled={name.trim() === ''}
      onSubmit={submit}
    >
      <FormField label="Name" error={error?.message}>
        <TextInput
          code
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={words.placeholder}
          value={name}
          onValue={setName}
        />
      </FormField>
      <div>
        <RefSwitcher
          namespace={place.namespace}
          label={words.startLabel}
          current={{ name: start, kind: 'branch' }}
          onPick={setStart}
        />
      </div>
      {kind === 'tag' && <UnsentOffer places={[message.place]} />}
      {kind === 'tag' && (
        <FormField
          label="Message"
          optional
          hint="Adding a message creates an annotated tag, which records its author and date."
        >
          <TextArea rows={3} value={message.text} onValue={message.setText} />
        </FormField>
      )}
    </FormDialog>
  )
}
