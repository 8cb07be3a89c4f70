import { useEffect, useRef, useState } from 'react'
import { titleLimit } from '#contract/plan/issues/title-limit.ts'
import { CallError } from '#web/api/client.ts'
import { useGoTo, useLeaveGuard } from '#web/api/route.tsx'
import { useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { UnsentOfferButton } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { merged } from '#web/discuss/merge/messages.ts'
import { editMessages } from '#web/plan/edit-messages.ts'
import { messages } from '#web/plan/messages.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { isKey } from '#web/ui/actions/keys.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'
import { DeleteDialog } from '../header/DeleteDialog.tsx'
import { useIssuable } from '../issuable-context.tsx'
import { useTemplateNames } from '../templates/TemplatePicker.tsx'
import { useSave } from '../use-save.ts'
import { ConflictNotice } from './ConflictNotice.tsx'
import { DescriptionField } from './DescriptionField.tsx'
import { clearDraft, draftPlaces } from './drafts.ts'
import styles from './EditForm.module.css'
import { editState } from './edit-state.ts'
import { sayTexts } from './undo-texts.ts'

/**
 * Title, type and description, edited in their place. Every letter is stored; changes that others save meanwhile are
 * announced, the two texts are merged if possible, and neither is lost.
 *
 * @source EDIT-001 to EDIT-024
 */
export function EditForm({ onClose }: { readonly onClose: () => void }) {
  const { kind, issuable, permissions, types, target, topic, word: type } = useIssuable()
  const goTo = useGoTo()
  const title = useKeptText(draftPlaces.title(issuable.id), issuable.title, issuable.lockVersion)
  const description = useKeptText(draftPlaces.description(issuable.id), issuable.description, issuable.lockVersion)
  // Until one is chosen, the type is that of the issuable, also when another user changes it.
  const [chosenType, setChosenType] = useState<string | null>(null)
  const wantedType = chosenType ?? issuable.type
  const [isUploading, setUploading] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const [sentVersion, setSentVersion] = useState<number | null>(null)
  const titleInput = useRef<HTMLInputElement>(null)
  // The cursor goes to the end of the title.
  useEffect(() => {
    const input = titleInput.current
    input?.setSelectionRange(input.value.length, input.value.length)
  }, [])
  const sent = useRef({ title: '', description: '', former: { title: '', description: '' } })
  // Saved, and more was typed meanwhile.
  const [isLeft, setLeft] = useState(false)
  const isLeftNow = useRef(false)
  // When another user saved first, their text is read, and shown as the other text.
  const save = useSave({
    save: kind.saves.texts,
    failure: messages.save(type),
    onSaved: saved => {
      const version = saved?.lockVersion ?? null
      const parts = [
        title.clearSent(sent.current.title, { text: saved?.title ?? sent.current.title, version }),
        description.clearSent(sent.current.description, {
          text: saved?.description ?? sent.current.description,
          version,
        }),
      ]
      isLeftNow.current = !parts.every(Boolean)
      if (saved !== null) sayTexts({ kind, target, topic, issuable }, sent.current.former, saved)
    },
  })
  const templates = useTemplateNames(target.namespace, kind.templates)
  const state = editState({
    saved: issuable,
    title,
    description,
    wantedType,
    issuableTemplates: templates,
    save: {
      isPending: save.isPending,
      isSuccess: save.isSuccess && !isLeft,
      refusedVersion: save.problem?.status === 409 ? sentVersion : null,
    },
    isUploading,
  })
  if (state.isBehind) goOn(issuable.title, issuable.description)
  useLeaveGuard(
    state.isDirty && !state.isTypeDirty && !save.isPending && (!save.isSuccess || isLeft) && !isDeleting
      ? editMessages.loseChanges
      : null,
  )

  function submit() {
    if (!state.canSave) return
    setLeft(false)
    setSentVersion(state.lockVersion)
    const former = { title: issuable.title, description: issuable.description }
    sent.current = { title: title.text, description: description.text, former }
    const change = { title: title.text.trim(), description: description.text, lockVersion: state.lockVersion }
    save.run(state.isTypeDirty ? { ...change, type: wantedType } : change, () => {
      const path = types.find(each => each.value === wantedType)?.path
      if (state.isTypeDirty && path !== undefined) goTo(path, { replace: true })
      if (!isLeftNow.current) return onClose()
      setLeft(true)
      showToast(messages.savedSoFar)
    })
  }

  /** Write on from these texts, on top of what is saved now. */
  function goOn(newTitle: string, newDescription: string) {
    title.rebase(newTitle)
    description.rebase(newDescription)
    if (save.problem !== null) save.forgetError()
  }

  function cancel() {
    if (state.isDirty && !window.confirm(editMessages.loseChanges)) return
    clearDraft(issuable.id)
    onClose()
  }

  return (
    <>
      <form
        aria-label={`Edit ${type}`}
        className={styles.form}
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <h1 className={styles.heading}>
          <VisuallyHidden>Edit {issuable.title}</VisuallyHidden>
        </h1>
        {state.lockedWarning !== null && (
          <ConflictNotice
            kind={state.lockedWarning}
            refusal={save.problem?.status === 409 ? save.problem : null}
            parts={[
              { label: 'Title', base: title.base, mine: title.text, theirs: issuable.title, isLine: true },
              { label: 'Description', base: description.base, mine: description.text, theirs: issuable.description },
            ]}
            onMerged={([newTitle, newDescription]) => {
              goOn(newTitle ?? title.text, newDescription ?? description.text)
              showToast(merged)
            }}
            onKeep={() => goOn(title.text, description.text)}
            onDiscard={() => goOn(issuable.title, issuable.description)}
          />
        )}
        {save.problem !== null && save.problem.status !== 409 && (
          <Banner tone="danger" onDismiss={save.forgetError}>
            {messages.save(type, detailsOf(save.problem))}
          </Banner>
        )}
        <div className={styles.line}>
          <FormField
            label="Title"
            error={title.text.trim() === '' ? 'Enter a title.' : null}
            aside={<UnsentOfferButton places={draftPlaces.all(issuable.id)} />}
          >
            <TextInput
              ref={titleInput}
              autoFocus
              size="l"
              maxLength={titleLimit}
              value={title.text}
              onValue={title.setText}
              onKeyDown={event => {
                if (isKey(event, 'Enter') && (event.ctrlKey || event.metaKey)) {
                  event.preventDefault()
                  submit()
                } else if (event.key === 'Escape') {
                  event.preventDefault()
                  cancel()
                }
              }}
            />
          </FormField>
          {types.length > 1 && (
            <FormField label="Type">
              <Select size="l" options={types} value={wantedType} onValue={setChosenType} />
            </FormField>
          )}
        </div>
        <DescriptionField
          templates={{ type: kind.templates, names: state.issuableTemplates }}
          namespace={target.namespace}
          target={{ type: kind.contractType, iid: issuable.iid }}
          rows={12}
          value={description.text}
          onChange={description.setText}
          onSubmit={submit}
          onCancel={cancel}
          onBusy={setUploading}
        />
        <div className={styles.buttons}>
          <Button type="submit" variant="primary" disabled={!state.canSave && !save.isPending} busy={save.isPending}>
            Save changes
          </Button>
          <Button onClick={cancel}>Cancel</Button>
          {permissions.canDelete && (
            <Button variant="danger-quiet" className={styles.delete} onClick={() => setDeleting(true)}>
              Delete
            </Button>
          )}
        </div>
      </form>
      {/* The dialog has a form of its own, which cannot be nested in another one. */}
      {isDeleting && <DeleteDialog onClose={() => setDeleting(false)} />}
    </>
  )
}

/** @source ERRMSG-090, ERRMSG-091 */
function detailsOf(error: CallError): string {
  return error instanceof CallError && error.status >= 500 ? '' : error.message
}
