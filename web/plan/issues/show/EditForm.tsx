import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { CallError } from '#web/api/client.ts'
import { useKeptText } from '#web/api/kept-text.ts'
import { getIssuePage, updateIssueEntity } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { useGoTo, useLeaveGuard } from '#web/api/route.tsx'
import { MarkdownEditor } from '#web/discuss/editor/MarkdownEditor.tsx'
import { messages, typeName } from '#web/plan/messages.ts'
import { baseOf } from '#web/plan/place.ts'
import type { IssueData } from '#web/plan/shapes.ts'
import { targetOf, useIssuePage } from '#web/plan/sidebar/issue-context.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { VisuallyHidden } from '#web/ui/layout/VisuallyHidden.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import { clearDraft, draftPlaces, draftVersion, keepVersion } from './drafts.ts'
import styles from './EditForm.module.css'

type Version = Pick<IssueData, 'title' | 'description' | 'lockVersion'>

const versionOf = ({ title, description, lockVersion }: IssueData): Version => ({ title, description, lockVersion })

/**
 * Title, type and description, edited in their place. What is written is kept at every letter; what somebody else saves
 * meanwhile is said, and neither text is lost.
 *
 * @source EDIT-001 to EDIT-024
 */
export function EditForm({ onClose }: { readonly onClose: () => void }) {
  const page = useIssuePage()
  const { issue, permissions } = page
  const target = targetOf(page)
  const type = typeName(issue.type)
  const client = useQueryClient()
  const goTo = useGoTo()
  // The version that is being edited: the one shown when the form opened, or the one whose change was taken note of.
  const [base, setBase] = useState(() => versionOf(issue))
  const [draftOf, setDraftOf] = useState(() => draftVersion(issue.id))
  const [start] = useState(base)
  const title = useKeptText(draftPlaces.title(issue.id), start.title)
  const description = useKeptText(draftPlaces.description(issue.id), start.description)
  const [wantedType, setWantedType] = useState(issue.type)
  const [isUploading, setUploading] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const descriptionId = useId()
  const isTypeDirty = wantedType !== issue.type
  const isOlderDraft = draftOf !== null && draftOf !== base.lockVersion
  const isOverwritten = issue.title !== base.title || issue.description !== base.description
  const isDirty = title.text !== base.title || description.text !== base.description
  const canSave = title.text.trim() !== '' && !isUploading

  const save = useOperation(updateIssueEntity, {
    onSuccess: async () => {
      clearDraft(issue.id)
      await client.invalidateQueries({ queryKey: [getIssuePage.name] })
      if (isTypeDirty) goTo(pathOf(baseOf(page.namespace), wantedType, issue.iid), { replace: true })
      onClose()
    },
    // Somebody was quicker: what they saved is fetched, and shown as the other text.
    onError: error => {
      if (error.status === 409) void client.invalidateQueries({ queryKey: [getIssuePage.name] })
    },
  })
  useLeaveGuard(
    isDirty && !isTypeDirty && !save.isPending && !save.isSuccess && !isDeleting ? messages.loseChanges : null,
  )

  function submit() {
    if (!canSave || save.isPending) return
    save.mutate({
      ...target,
      issue: {
        title: title.text.trim(),
        description: description.text,
        lockVersion: base.lockVersion,
        ...(isTypeDirty && { issueType: wantedType }),
      },
    })
  }

  function write(part: typeof title, text: string) {
    keepVersion({ id: issue.id, lockVersion: base.lockVersion })
    part.setText(text)
  }

  function takeTheirs() {
    clearDraft(issue.id)
    setDraftOf(null)
    setBase(versionOf(issue))
    title.setText(issue.title)
    description.setText(issue.description)
    clearDraft(issue.id)
    save.reset()
  }

  function keepMine() {
    setDraftOf(null)
    setBase(versionOf(issue))
    keepVersion(issue)
    save.reset()
  }

  function cancel() {
    if (isDirty && !window.confirm(messages.loseChanges)) return
    clearDraft(issue.id)
    onClose()
  }

  const conflict = isOverwritten || save.error?.status === 409 ? 'now' : isOlderDraft ? 'draft' : null
  const types = typesFor(issue.type, permissions.canCreateIncident)
  return (
    <form
      aria-label={`Edit ${type}`}
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <h1 className={styles.heading}>
        <VisuallyHidden>Edit {issue.title}</VisuallyHidden>
      </h1>
      {conflict && (
        <Banner
          tone="warning"
          action={
            <>
              <Button size="s" onClick={keepMine}>
                Keep
              </Button>
              <Button size="s" variant="quiet" onClick={takeTheirs}>
                Discard
              </Button>
            </>
          }
        >
          {conflict === 'now' ? messages.concurrentEdit(type) : `This ${type} has changed since you wrote this draft.`}{' '}
          Keep what you have written, or discard it for the text as it is now?
        </Banner>
      )}
      {save.isError && save.error.status !== 409 && (
        <Banner tone="danger" onDismiss={save.reset}>
          {messages.update(type, detailsOf(save.error))}
        </Banner>
      )}
      <div className={styles.line}>
        <FormField label="Title" error={title.text.trim() === '' ? 'A title is needed.' : null}>
          <TextInput
            autoFocus
            size="l"
            maxLength={255}
            value={title.text}
            onChange={event => write(title, event.target.value)}
            onKeyDown={event => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
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
            <Select
              size="l"
              options={types}
              value={wantedType}
              onChange={event => {
                // The list holds these alone.
                setWantedType(event.target.value as IssueData['type'])
              }}
            />
          </FormField>
        )}
      </div>
      <div className={styles.description}>
        <label htmlFor={descriptionId} className={styles.label}>
          Description
        </label>
        <MarkdownEditor
          id={descriptionId}
          label="Description"
          namespace={target.namespace}
          target={{ type: 'Issue', iid: issue.iid }}
          rows={12}
          value={description.text}
          onChange={text => write(description, text)}
          onSubmit={submit}
          onCancel={cancel}
          onBusy={setUploading}
        />
      </div>
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" disabled={!canSave} busy={save.isPending}>
          Save changes
        </Button>
        <Button onClick={cancel}>Cancel</Button>
        {permissions.canDelete && (
          <Button variant="danger-quiet" className={styles.delete} onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )}
      </div>
      {isDeleting && <DeleteDialog onClose={() => setDeleting(false)} />}
    </form>
  )
}

const names: Readonly<Partial<Record<IssueData['type'], string>>> = { issue: 'Issue', incident: 'Incident' }

/** @source EDIT-021, EDIT-022 */
function typesFor(current: IssueData['type'], canCreateIncident: boolean) {
  if (names[current] === undefined) return []
  const offered = (['issue', 'incident'] as const).filter(
    type => type !== 'incident' || canCreateIncident || current === 'incident',
  )
  return offered.map(type => ({ value: type, label: names[type] ?? type }))
}

const pathOf = (base: string, type: IssueData['type'], iid: number): string =>
  type === 'incident' ? `${base}/issues/incident/${iid}` : `${base}/issues/${iid}`

/** @source ERRMSG-090, ERRMSG-091 */
function detailsOf(error: CallError): string {
  return error instanceof CallError && error.status >= 500 ? '' : error.message
}
