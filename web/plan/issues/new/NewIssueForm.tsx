import { useId, useRef, useState } from 'react'
import { call } from '#web/api/client.ts'
import { useKeptText } from '#web/api/kept-text.ts'
import { addLinkedIssues, createIssue, getIssuesPage } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { type Search, useGoTo, usePageSearch } from '#web/api/route.tsx'
import { UnsentOfferButton } from '#web/api/UnsentOffer.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { MarkdownEditor } from '#web/discuss/editor/MarkdownEditor.tsx'
import { TemplatePicker, useTemplateNames } from '#web/plan/issues/templates/TemplatePicker.tsx'
import { personOption } from '#web/plan/pickers/PeoplePicker.tsx'
import { baseOf } from '#web/plan/place.ts'
import type { NewIssuePageData } from '#web/plan/shapes.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { isKey } from '#web/ui/actions/keys.ts'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import type { Option } from '#web/ui/forms/choice-list.ts'
import { DatePicker } from '#web/ui/forms/DatePicker.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { NumberInput } from '#web/ui/forms/NumberInput.tsx'
import { holdsRefused } from '#web/ui/forms/refused.ts'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { AssigneesField, LabelsField, MilestoneField } from './fields.tsx'
import styles from './NewIssueForm.module.css'
import type { newIssueInput } from './new-issue-address.ts'

/** `issue[title]` and `issue[description]` of the address. */
function prefill(search: Search, name: string): string {
  const issue = search.issue
  const value = typeof issue === 'object' && !Array.isArray(issue) ? (issue as Search)[name] : undefined
  return typeof value === 'string' ? value : ''
}

interface NewIssueFormProps {
  readonly page: NewIssuePageData
  /** The threads that the issue takes over, as the address names them. */
  readonly takesOver: ReturnType<typeof newIssueInput> | null
}

export function NewIssueForm({ page, takesOver }: NewIssueFormProps) {
  const { namespace, permissions, followUp, related } = page
  const search = usePageSearch()
  const goTo = useGoTo()
  const { user } = useViewer()
  const threads = takesOver?.discussionToResolve ?? `issue-${takesOver?.issueToResolveDiscussionsOf}`
  const place = `project.${namespace.id}.new-issue${takesOver === null ? '' : `.${threads}`}`
  const title = useKeptText(`${place}.title`, followUp?.title ?? prefill(search, 'title'))
  const description = useKeptText(`${place}.description`, followUp?.description ?? prefill(search, 'description'))
  const [type, setType] = useState<'issue' | 'incident'>(
    prefill(search, 'issue_type') === 'incident' && permissions.canCreateIncident ? 'incident' : 'issue',
  )
  const [confidential, setConfidential] = useState(
    followUp?.confidential ?? (related?.confidential || prefill(search, 'confidential') === 'true'),
  )
  const [isLinked, setLinked] = useState(true)
  const [assignees, setAssignees] = useState<readonly Option[]>([])
  const [labels, setLabels] = useState<readonly Option[]>([])
  const [milestone, setMilestone] = useState<readonly Option[]>([])
  const [dueDate, setDueDate] = useState<string | null>(null)
  const [weight, setWeight] = useState<number | null>(null)
  const [isUploading, setUploading] = useState(false)
  const [wasTried, setTried] = useState(false)
  const descriptionId = useId()
  const form = useRef<HTMLFormElement>(null)
  const templates = useTemplateNames(namespace.fullPath)

  const create = useOperation(createIssue, {
    refreshes: [getIssuesPage],
    onSuccess: issue => {
      title.clear()
      description.clear()
      if (related !== null && isLinked) link(related.reference, issue.iid)
      goTo(new URL(issue.webUrl).pathname, { replace: true })
    },
  })

  // The issue is there, and its page shows the link as soon as it is made.
  function link(reference: string, iid: number) {
    call(addLinkedIssues, { namespace: namespace.fullPath, iid, issuableReferences: [reference] }).catch(() =>
      showToast(`The issue was created, but not linked to ${reference}.`, { tone: 'danger' }),
    )
  }

  function submit() {
    setTried(true)
    if (title.text.trim() === '' || isUploading || create.isPending || holdsRefused(form.current)) return
    create.mutate({
      id: namespace.id,
      title: title.text.trim(),
      description: description.text,
      confidential,
      ...(takesOver?.discussionToResolve !== undefined && { discussionToResolve: takesOver.discussionToResolve }),
      ...(takesOver?.issueToResolveDiscussionsOf !== undefined && {
        issueToResolveDiscussionsOf: takesOver.issueToResolveDiscussionsOf,
      }),
      ...(type === 'incident' && { issueType: type }),
      ...(permissions.canSetMetadata && {
        assigneeIds: assignees.map(option => Number(option.id)),
        labels: labels.map(option => option.text),
        dueDate,
        weight,
        milestoneId: milestone[0] === undefined ? null : Number(milestone[0].id),
      }),
    })
  }

  const { title: titleProblems, ...otherFields } = create.error?.fields ?? {}
  const titleError = wasTried && title.text.trim() === '' ? 'A title is needed.' : titleProblems?.join(', ')
  return (
    <form
      ref={form}
      aria-label="New issue"
      // The form says itself what is missing, in its place.
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
        {followUp !== null && (
          <Banner tone="info">
            {followUp.threads === 1
              ? `Creating this issue resolves the thread in ${followUp.reference}.`
              : `Creating this issue resolves ${followUp.threads} threads in ${followUp.reference}.`}
          </Banner>
        )}
        <div className={styles.titleLine}>
          <FormField
            label="Title"
            required
            error={titleError}
            aside={<UnsentOfferButton places={[title.place, description.place]} />}
          >
            <TextInput
              autoFocus
              size="l"
              maxLength={255}
              value={title.text}
              onChange={event => title.setText(event.target.value)}
              onKeyDown={event => {
                if (isKey(event, 'Enter') && (event.ctrlKey || event.metaKey)) {
                  event.preventDefault()
                  submit()
                }
              }}
            />
          </FormField>
          {permissions.canCreateIncident && (
            <FormField label="Type">
              <Select
                size="l"
                options={[
                  { value: 'issue', label: 'Issue' },
                  { value: 'incident', label: 'Incident' },
                ]}
                value={type}
                onChange={event => setType(event.target.value === 'incident' ? 'incident' : 'issue')}
              />
            </FormField>
          )}
        </div>
        <div className={styles.description}>
          <div className={styles.descriptionHead}>
            <label htmlFor={descriptionId} className={styles.label}>
              Description
            </label>
            <TemplatePicker
              namespace={namespace.fullPath}
              names={templates ?? []}
              text={description.text}
              onText={description.setText}
            />
          </div>
          <MarkdownEditor
            id={descriptionId}
            label="Description"
            namespace={namespace.fullPath}
            target={{ type: 'Issue' }}
            rows={10}
            value={description.text}
            onChange={description.setText}
            onSubmit={submit}
            onBusy={setUploading}
          />
        </div>
        <Checkbox
          label="This issue is confidential"
          hint="Only project members with at least the Reporter role, its author and its assignees can see it."
          checked={confidential}
          onChange={event => setConfidential(event.target.checked)}
        />
        {related !== null && (
          <Checkbox
            label={`Relate to ${related.reference} “${related.title}”`}
            checked={isLinked}
            onChange={event => setLinked(event.target.checked)}
          />
        )}
        <div className={styles.buttons}>
          <Button type="submit" variant="primary" busy={create.isPending} disabled={isUploading}>
            {type === 'incident' ? 'Create incident' : 'Create issue'}
          </Button>
          <LinkButton href={`${baseOf(namespace)}/issues`}>Cancel</LinkButton>
        </div>
      </div>
      {permissions.canSetMetadata && (
        <aside aria-label="Fields" className={styles.side}>
          <AssigneesField
            namespace={namespace.fullPath}
            single={page.singleAssignee}
            selected={assignees}
            onChange={setAssignees}
            self={
              user && !assignees.some(option => option.id === String(user.id))
                ? () =>
                    setAssignees([
                      ...(page.singleAssignee ? [] : assignees),
                      personOption({ ...user, availability: null }),
                    ])
                : null
            }
          />
          <LabelsField namespace={namespace.fullPath} selected={labels} onChange={setLabels} />
          <MilestoneField namespace={namespace.fullPath} selected={milestone} onChange={setMilestone} />
          <FormField label="Due date">
            <DatePicker
              label="Due date"
              value={dueDate}
              onValue={setDueDate}
              firstDay={weekDay(user?.firstDayOfWeek)}
            />
          </FormField>
          <FormField label="Weight">
            <NumberInput min={0} max={2_147_483_647} value={weight} onValue={setWeight} placeholder="None" />
          </FormField>
        </aside>
      )}
    </form>
  )
}

const weekDay = (day: number | undefined): 0 | 1 | 6 => (day === 1 || day === 6 ? day : 0)
