import { useRef, useState } from 'react'
import { titleLimit } from '#contract/plan/issues/title-limit.ts'
import { textBoxes } from '#contract/text-boxes.ts'
import { createMergeRequest } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { useGoTo } from '#web/api/route.tsx'
import { useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { UnsentOfferButton } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { discardKept } from '#web/api/unsent-texts/unsent-offer.ts'
import { useViewer } from '#web/api/viewer.ts'
import { DescriptionField } from '#web/plan/issuable/edit/DescriptionField.tsx'
import { useTemplateNames } from '#web/plan/issuable/templates/TemplatePicker.tsx'
import { AssigneesField, chosenPerson, LabelsField, MilestoneField } from '#web/plan/issues/new/fields.tsx'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { isKey } from '#web/ui/actions/keys.ts'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import type { NewMergeRequestData } from '../shapes.ts'
import styles from './NewMergeRequestPage.module.css'

const draftPrefix = /^\s*(?:\[draft\]|\(draft\)|draft:)\s*/i

export function NewMergeRequestForm({ page }: { readonly page: NewMergeRequestData }) {
  const { place, target, permissions, sourceBranch, targetBranch, squashOption } = page
  const { user } = useViewer()
  const goTo = useGoTo()
  const box = textBoxes.newMergeRequest(place.id)
  const kept = useKeptText(box, page.description, null, {
    fields: { title: page.title, assignees: [], reviewers: [], labels: [], milestones: [] },
  })
  const { title = '', assignees = [], reviewers = [], labels = [], milestones = [] } = kept.fields
  const [squash, setSquash] = useState(page.squash)
  const [removes, setRemoves] = useState(page.removeSourceBranch)
  const [opens, setOpens] = useState(false)
  const [isUploading, setUploading] = useState(false)
  const [wasTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const templates = useTemplateNames(target.fullPath, 'merge_request')
  const create = useOperation(createMergeRequest, {
    onSuccess: made => {
      kept.clear()
      goTo(new URL(made.webUrl).pathname, { replace: true })
    },
  })
  const isDraft = draftPrefix.test(title)
  const setDraft = (draft: boolean) => {
    const plain = title.replace(draftPrefix, '')
    kept.setFields({ title: draft ? `Draft: ${plain}` : plain })
  }

  function submit() {
    setTried(true)
    if (title.trim() === '' || isUploading || create.isPending || sourceBranch === null) return
    create.mutate({
      id: place.id,
      targetProjectId: target.id,
      sourceBranch,
      targetBranch,
      title: title.trim(),
      description: kept.text,
      squash,
      removeSourceBranch: removes,
      ...(permissions.canAllowCollaboration && { allowCollaboration: opens }),
      ...(permissions.canSetMetadata && {
        assigneeIds: assignees.map(person => person.id),
        reviewerIds: reviewers.map(person => person.id),
        labels: labels.map(label => label.name),
        milestoneId: milestones[0]?.id ?? null,
      }),
    })
  }

  const { title: titleProblems, ...otherFields } = create.error?.fields ?? {}
  const titleError = wasTried && title.trim() === '' ? 'Enter a title.' : titleProblems?.join(', ')
  return (
    <form
      ref={form}
      aria-label="New merge request"
      noValidate
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <div className={styles.main}>
        {create.isError && (titleProblems === undefined || Object.keys(otherFields).length > 0) && (
          <Banner tone="danger" onDismiss={create.reset}>
            {create.error.message}
          </Banner>
        )}
        <FormField label="Title" required error={titleError} aside={<UnsentOfferButton places={[box]} />}>
          <TextInput
            dir="auto"
            size="l"
            maxLength={titleLimit}
            value={title}
            onValue={value => kept.setFields({ title: value })}
            onKeyDown={event => {
              if (isKey(event, 'Enter') && (event.ctrlKey || event.metaKey)) {
                event.preventDefault()
                submit()
              }
            }}
          />
        </FormField>
        <Checkbox
          label="Mark as draft"
          hint="Drafts cannot be merged until they are marked as ready."
          checked={isDraft}
          onValue={setDraft}
        />
        <DescriptionField
          templates={{ type: 'merge_request', names: templates ?? [] }}
          namespace={target.fullPath}
          target={{ type: 'MergeRequest' }}
          rows={8}
          value={kept.text}
          onChange={kept.setText}
          onSubmit={submit}
          onBusy={setUploading}
        />
        <div className={styles.options}>
          <Checkbox label="Delete source branch when merged" checked={removes} onValue={setRemoves} />
          {squashOption !== 'never' && (
            <Checkbox
              label="Squash commits when merged"
              checked={squashOption === 'always' || squash}
              disabled={squashOption === 'always'}
              onValue={setSquash}
            />
          )}
          {permissions.canAllowCollaboration && (
            <Checkbox
              label="Allow commits from members who can merge to the target branch."
              checked={opens}
              onValue={setOpens}
            />
          )}
        </div>
      </div>
      {permissions.canSetMetadata && (
        <aside aria-label="Fields" className={styles.side}>
          <AssigneesField
            namespace={target.fullPath}
            single={page.singleAssignee}
            selected={assignees}
            onChange={chosen => kept.setFields({ assignees: chosen })}
            self={
              user && !assignees.some(person => person.id === user.id)
                ? () => kept.setFields({ assignees: [...(page.singleAssignee ? [] : assignees), chosenPerson(user)] })
                : null
            }
          />
          <AssigneesField
            label="Reviewers"
            namespace={target.fullPath}
            single={false}
            selected={reviewers}
            onChange={chosen => kept.setFields({ reviewers: chosen })}
          />
          <LabelsField
            namespace={target.fullPath}
            selected={labels}
            onChange={chosen => kept.setFields({ labels: chosen })}
          />
          <MilestoneField
            namespace={target.fullPath}
            selected={milestones}
            onChange={chosen => kept.setFields({ milestones: chosen })}
          />
        </aside>
      )}
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" busy={create.isPending} disabled={isUploading}>
          Create merge request
        </Button>
        <LinkButton href={`/${place.namespace}/-/branches`} onClick={() => discardKept(box)}>
          Cancel
        </LinkButton>
      </div>
    </form>
  )
}
