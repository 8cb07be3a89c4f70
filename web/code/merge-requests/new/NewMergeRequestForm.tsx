import { useState } from 'react'
import { textBoxes } from '#contract/text-boxes.ts'
import { createMergeRequest } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { useGoTo } from '#web/api/route.tsx'
import { useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { useViewer } from '#web/api/viewer.ts'
import { AssigneesField, chosenPerson, LabelsField, MilestoneField } from '#web/plan/issuable/new/fields.tsx'
import formStyles from '#web/plan/issuable/new/NewIssuableForm.module.css'
import { NewIssuableForm } from '#web/plan/issuable/new/NewIssuableForm.tsx'
import { useTemplateNames } from '#web/plan/issuable/templates/TemplatePicker.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import type { NewMergeRequestData } from '../shapes.ts'
import styles from './NewMergeRequestPage.module.css'

const draftPrefix = /^\s*(?:\[draft\]|\(draft\)|draft:)\s*/i

interface NewMergeRequestFormProps {
  readonly page: NewMergeRequestData
  /** No merge request of these branches can be created any more. */
  readonly isBlocked: boolean
}

export function NewMergeRequestForm({ page, isBlocked }: NewMergeRequestFormProps) {
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

  function onCreate(title: string) {
    if (sourceBranch === null) return
    create.mutate({
      id: place.id,
      targetProjectId: target.id,
      sourceBranch,
      targetBranch,
      title,
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

  return (
    <div className={styles.form}>
      <NewIssuableForm
        label="New merge request"
        kept={kept}
        create={create}
        onCreate={onCreate}
        submit="Create merge request"
        isBlocked={isBlocked}
        cancelHref={`/${place.namespace}/-/branches`}
        description={{
          templates: { type: 'merge_request', names: templates ?? [] },
          namespace: target.fullPath,
          target: { type: 'MergeRequest' },
          rows: 8,
        }}
        belowTitle={
          <Checkbox
            label="Mark as draft"
            hint="Drafts cannot be merged until they are marked as ready."
            checked={isDraft}
            onValue={setDraft}
          />
        }
        belowDescription={
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
        }
        fields={
          permissions.canSetMetadata && (
            <aside aria-label="Fields" className={formStyles.side}>
              <AssigneesField
                assignableTo="merge_request"
                namespace={target.fullPath}
                single={page.singleAssignee}
                selected={assignees}
                onChange={chosen => kept.setFields({ assignees: chosen })}
                self={
                  user && !assignees.some(person => person.id === user.id)
                    ? () =>
                        kept.setFields({ assignees: [...(page.singleAssignee ? [] : assignees), chosenPerson(user)] })
                    : null
                }
              />
              <AssigneesField
                assignableTo="merge_request"
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
          )
        }
      />
    </div>
  )
}
